"""Go."""

from typing import Final

import tree_sitter_go

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import if_capital

GRAMMAR: Final = Grammar(
    load=tree_sitter_go.language,
    is_exported=if_capital,
    wrappers=frozenset({"type_declaration", "const_declaration", "var_declaration"}),
    query="""
(function_declaration name: (identifier) @name) @def.function
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @owner
  (pointer_type (type_identifier) @owner)
  (generic_type type: (type_identifier) @owner)
  (pointer_type (generic_type type: (type_identifier) @owner))]))
  name: (field_identifier) @name) @def.method
(type_spec name: (type_identifier) @name type: (struct_type)) @def.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @def.interface
(type_spec name: (type_identifier) @name) @def.type
(type_alias name: (type_identifier) @name) @def.type
(source_file (const_declaration (const_spec name: (identifier) @name) @def.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @def.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @def.variable)))

(call_expression function: (identifier) @call)
(call_expression function:
  (selector_expression operand: (_) @qualifier field: (field_identifier) @call))
(composite_literal type: (type_identifier) @call)
(composite_literal type: (qualified_type package: (_) @qualifier name: (type_identifier) @call))
(struct_type (field_declaration_list (field_declaration !name type: (type_identifier) @inherit)))

(import_spec !name path: (_) @module)
(import_spec name: (_) @alias path: (_) @module)

[(if_statement) (for_statement) (expression_case) (type_case) (communication_case)] @branch
(binary_expression operator: ["&&" "||"]) @branch
(comment) @comment
""",
)
