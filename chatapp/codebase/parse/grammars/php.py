"""PHP."""

from typing import Final

import tree_sitter_php

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import unless_private

GRAMMAR: Final = Grammar(
    load=tree_sitter_php.language_php,
    is_exported=unless_private,
    query="""
(function_definition name: (name) @name) @def.function
(method_declaration name: (name) @name) @def.method
(class_declaration name: (name) @name) @def.class
(interface_declaration name: (name) @name) @def.interface
(trait_declaration name: (name) @name) @def.trait
(enum_declaration name: (name) @name) @def.enum
(const_declaration (const_element (name) @name)) @def.constant

(function_call_expression function: (name) @call)
(function_call_expression function: (qualified_name (name) @call))
(member_call_expression object: (_) @qualifier name: (name) @call)
(nullsafe_member_call_expression object: (_) @qualifier name: (name) @call)
(scoped_call_expression scope: (_) @qualifier name: (name) @call)
(object_creation_expression (name) @call)
(base_clause (name) @inherit)
(class_interface_clause (name) @inherit)
(attribute (name) @decorate)

(namespace_use_clause (qualified_name) @module !alias)
(namespace_use_clause (qualified_name) @module alias: (name) @alias)
(require_once_expression (string) @module)
(require_expression (string) @module)
(include_once_expression (string) @module)
(include_expression (string) @module)

[(if_statement) (else_if_clause) (for_statement) (foreach_statement) (while_statement)
 (do_statement) (case_statement) (catch_clause) (conditional_expression)
 (match_conditional_expression)] @branch
(binary_expression operator: ["&&" "||" "??"]) @branch
(comment) @comment
""",
)
