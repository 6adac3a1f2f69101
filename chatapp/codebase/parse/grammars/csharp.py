"""C#."""

from typing import Final

import tree_sitter_c_sharp

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import if_public

GRAMMAR: Final = Grammar(
    load=tree_sitter_c_sharp.language,
    is_exported=if_public,
    query="""
(class_declaration name: (identifier) @name) @def.class
(record_declaration name: (identifier) @name) @def.class
(struct_declaration name: (identifier) @name) @def.struct
(interface_declaration name: (identifier) @name) @def.interface
(enum_declaration name: (identifier) @name) @def.enum
(delegate_declaration name: (identifier) @name) @def.type
(method_declaration name: (identifier) @name) @def.method
(constructor_declaration name: (identifier) @name) @def.method
(property_declaration name: (identifier) @name) @def.field
(local_function_statement name: (identifier) @name) @def.function

(invocation_expression function: (identifier) @call)
(invocation_expression function: (generic_name (identifier) @call))
(invocation_expression function:
  (member_access_expression expression: _ @qualifier name: (identifier) @call))
(invocation_expression function:
  (member_access_expression expression: _ @qualifier name: (generic_name (identifier) @call)))
(object_creation_expression type: (identifier) @call)
(object_creation_expression type: (generic_name (identifier) @call))
(base_list (identifier) @inherit)
(base_list (generic_name (identifier) @inherit))
(attribute name: (identifier) @decorate)

(using_directive (qualified_name) @module)
(using_directive (identifier) @module)

[(if_statement) (for_statement) (foreach_statement) (while_statement) (do_statement)
 (switch_section) (switch_expression_arm) (catch_clause) (conditional_expression)] @branch
(binary_expression operator: ["&&" "||" "??"]) @branch
(comment) @comment
""",
)
