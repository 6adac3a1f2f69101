"""Java."""

from typing import Final

import tree_sitter_java

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import if_public

GRAMMAR: Final = Grammar(
    load=tree_sitter_java.language,
    is_exported=if_public,
    query="""
(class_declaration name: (identifier) @name) @def.class
(record_declaration name: (identifier) @name) @def.class
(interface_declaration name: (identifier) @name) @def.interface
(annotation_type_declaration name: (identifier) @name) @def.interface
(enum_declaration name: (identifier) @name) @def.enum
(method_declaration name: (identifier) @name) @def.method
(constructor_declaration name: (identifier) @name) @def.method
(field_declaration (modifiers "static") declarator:
  (variable_declarator name: (identifier) @name)) @def.constant

(method_invocation !object name: (identifier) @call)
(method_invocation object: (_) @qualifier name: (identifier) @call)
(object_creation_expression type: (type_identifier) @call)
(object_creation_expression type: (generic_type (type_identifier) @call))
(method_reference (identifier) @call .)
(superclass (type_identifier) @inherit)
(superclass (generic_type (type_identifier) @inherit))
(type_list (type_identifier) @inherit)
(type_list (generic_type (type_identifier) @inherit))
(marker_annotation name: (identifier) @decorate)
(annotation name: (identifier) @decorate)

(import_declaration (scoped_identifier) @module)

[(if_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement)
 (switch_label) (catch_clause) (ternary_expression)] @branch
(binary_expression operator: ["&&" "||"]) @branch
[(line_comment) (block_comment)] @comment
""",
)
