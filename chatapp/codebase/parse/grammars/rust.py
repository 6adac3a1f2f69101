"""Rust."""

from typing import Final

import tree_sitter_rust

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import if_pub

GRAMMAR: Final = Grammar(
    load=tree_sitter_rust.language,
    is_exported=if_pub,
    query="""
(function_item name: (identifier) @name) @def.function
(function_signature_item name: (identifier) @name) @def.function
(struct_item name: (type_identifier) @name) @def.struct
(union_item name: (type_identifier) @name) @def.struct
(enum_item name: (type_identifier) @name) @def.enum
(trait_item name: (type_identifier) @name) @def.trait
(type_item name: (type_identifier) @name) @def.type
(mod_item name: (identifier) @name body: (_)) @def.module
(macro_definition name: (identifier) @name) @def.macro
(const_item name: (identifier) @name) @def.constant
(static_item name: (identifier) @name) @def.constant
(impl_item type: (type_identifier) @name) @scope
(impl_item type: (generic_type type: (type_identifier) @name)) @scope

(call_expression function: (identifier) @call)
(call_expression function: (field_expression value: (_) @qualifier field: (field_identifier) @call))
(call_expression function: (scoped_identifier path: (_) @qualifier name: (identifier) @call))
(call_expression function: (generic_function function: (identifier) @call))
(macro_invocation macro: (identifier) @call)
(struct_expression name: (type_identifier) @call)
(impl_item trait: (type_identifier) @inherit)
(attribute_item (attribute (identifier) @decorate))

(use_declaration argument: (scoped_identifier path: (_) @module name: (identifier) @imported))
(use_declaration argument: (scoped_use_list path: (_) @module
  list: (use_list (identifier) @imported)))
(use_declaration argument: (scoped_use_list path: (_) @module
  list: (use_list (scoped_identifier name: (identifier) @imported))))
(use_declaration argument: (use_as_clause
  path: (scoped_identifier path: (_) @module name: (identifier) @imported)
  alias: (identifier) @alias))
(use_declaration argument: (use_wildcard (_) @module) @imported)
(mod_item name: (identifier) @module !body)

[(if_expression) (for_expression) (while_expression) (loop_expression) (match_arm)
 (try_expression)] @branch
(binary_expression operator: ["&&" "||"]) @branch
[(line_comment) (block_comment)] @comment
""",
)
