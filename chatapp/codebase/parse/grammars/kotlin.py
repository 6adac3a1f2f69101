"""Kotlin."""

from typing import Final

import tree_sitter_kotlin

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import unless_private

GRAMMAR: Final = Grammar(
    load=tree_sitter_kotlin.language,
    is_exported=unless_private,
    query="""
(class_declaration name: (identifier) @name) @def.class
(object_declaration name: (identifier) @name) @def.class
(function_declaration name: (identifier) @name) @def.function
(type_alias type: (identifier) @name) @def.type
(source_file (property_declaration (variable_declaration (identifier) @name)) @def.constant)

(call_expression . (identifier) @call)
(call_expression . (navigation_expression (_) @qualifier (identifier) @call .))
(constructor_invocation (user_type (identifier) @inherit))
(delegation_specifier (user_type (identifier) @inherit))
(annotation (user_type (identifier) @decorate))

(import (qualified_identifier) @module .)
(import (qualified_identifier) @module (identifier) @alias)

[(if_expression) (for_statement) (while_statement) (do_while_statement) (when_entry)
 (catch_block)] @branch
(binary_expression operator: ["&&" "||" "?:"]) @branch
[(line_comment) (block_comment)] @comment
""",
)
