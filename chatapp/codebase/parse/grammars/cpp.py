"""C++ and CUDA, on the patterns of C."""

from typing import Final

import tree_sitter_cpp

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.grammars.c import SHARED
from chatapp.codebase.parse.visibility import unless_static

GRAMMAR: Final = Grammar(
    load=tree_sitter_cpp.language,
    is_exported=unless_static,
    wrappers=frozenset({"template_declaration"}),
    query=SHARED
    + """
(class_specifier name: (type_identifier) @name body: (_)) @def.class
(namespace_definition name: (namespace_identifier) @name) @scope
(function_definition declarator: (function_declarator
  declarator: (field_identifier) @name)) @def.method
(function_definition declarator: (function_declarator
  declarator: (qualified_identifier scope: (_) @owner name: (identifier) @name))) @def.method
(function_definition declarator: (reference_declarator (function_declarator
  declarator: (qualified_identifier scope: (_) @owner name: (identifier) @name)))) @def.method
(function_definition declarator: (pointer_declarator declarator: (function_declarator
  declarator: (qualified_identifier scope: (_) @owner name: (identifier) @name)))) @def.method
(alias_declaration name: (type_identifier) @name) @def.type

(call_expression function: (qualified_identifier scope: (_) @qualifier name: (identifier) @call))
(call_expression function: (template_function name: (identifier) @call))
(new_expression type: (type_identifier) @call)
(base_class_clause (type_identifier) @inherit)
(base_class_clause (template_type name: (type_identifier) @inherit))

[(for_range_loop) (catch_clause)] @branch
""",
)
