"""C; its patterns are the base of C++'s."""

from typing import Final

import tree_sitter_c

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import unless_static

SHARED: Final = """
(function_definition declarator: (function_declarator declarator: (identifier) @name))
  @def.function
(function_definition declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name))) @def.function
(struct_specifier name: (type_identifier) @name body: (_)) @def.struct
(union_specifier name: (type_identifier) @name body: (_)) @def.struct
(enum_specifier name: (type_identifier) @name body: (_)) @def.enum
(type_definition declarator: (type_identifier) @name) @def.type
(preproc_def name: (identifier) @name) @def.macro
(preproc_function_def name: (identifier) @name) @def.macro

(call_expression function: (identifier) @call)
(call_expression function: (field_expression argument: (_) @qualifier field: (_) @call))

(preproc_include path: (_) @module)

[(if_statement) (for_statement) (while_statement) (do_statement) (case_statement)
 (conditional_expression)] @branch
(binary_expression operator: ["&&" "||"]) @branch
(comment) @comment
"""

GRAMMAR: Final = Grammar(load=tree_sitter_c.language, is_exported=unless_static, query=SHARED)
