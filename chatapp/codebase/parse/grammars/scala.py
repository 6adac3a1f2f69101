"""Scala."""

from typing import Final

import tree_sitter_scala

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import unless_private

GRAMMAR: Final = Grammar(
    load=tree_sitter_scala.language,
    is_exported=unless_private,
    query="""
(class_definition name: (identifier) @name) @def.class
(object_definition name: (identifier) @name) @def.class
(trait_definition name: (identifier) @name) @def.trait
(enum_definition name: (identifier) @name) @def.enum
(function_definition name: (_) @name) @def.function
(function_declaration name: (_) @name) @def.function
(type_definition name: (type_identifier) @name) @def.type

(call_expression function: (identifier) @call)
(call_expression function: (field_expression value: (_) @qualifier field: (identifier) @call))
(call_expression function: (generic_function function: (identifier) @call))
(instance_expression (type_identifier) @call)
(extends_clause type: (type_identifier) @inherit)
(annotation name: (type_identifier) @decorate)

(import_declaration) @module

[(if_expression) (for_expression) (while_expression) (case_clause) (catch_clause)] @branch
[(comment) (block_comment)] @comment
""",
)
