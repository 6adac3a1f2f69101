"""Swift."""

from typing import Final

import tree_sitter_swift

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import unless_private

GRAMMAR: Final = Grammar(
    load=tree_sitter_swift.language,
    is_exported=unless_private,
    query="""
(class_declaration name: (type_identifier) @name) @def.class
(class_declaration name: (user_type (type_identifier) @name)) @scope
(protocol_declaration name: (type_identifier) @name) @def.interface
(function_declaration name: (simple_identifier) @name) @def.function
(protocol_function_declaration name: (simple_identifier) @name) @def.function
(init_declaration "init" @name) @def.method
(typealias_declaration name: (type_identifier) @name) @def.type
(source_file (property_declaration name: (pattern (simple_identifier) @name)) @def.constant)

(call_expression . (simple_identifier) @call)
(call_expression . (navigation_expression target: (_) @qualifier
  suffix: (navigation_suffix suffix: (simple_identifier) @call)))
(inheritance_specifier inherits_from: (user_type (type_identifier) @inherit))
(attribute (user_type (type_identifier) @decorate))

(import_declaration (identifier) @module)

[(if_statement) (guard_statement) (for_statement) (while_statement) (repeat_while_statement)
 (switch_entry) (catch_block) (ternary_expression) (conjunction_expression)
 (disjunction_expression) (nil_coalescing_expression)] @branch
[(comment) (multiline_comment)] @comment
""",
)
