"""TypeScript and TSX, on the patterns of JavaScript."""

from dataclasses import replace
from typing import Final

import tree_sitter_typescript

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.grammars.javascript import JSX, SHARED, WRAPPERS
from chatapp.codebase.parse.visibility import if_exported

_TYPES: Final = """
(abstract_class_declaration name: (_) @name) @def.class
(interface_declaration name: (type_identifier) @name) @def.interface
(type_alias_declaration name: (type_identifier) @name) @def.type
(enum_declaration name: (identifier) @name) @def.enum
(internal_module name: (identifier) @name) @def.module
(function_signature name: (identifier) @name) @def.function
(method_signature name: (_) @name) @def.method
(abstract_method_signature name: (_) @name) @def.method
(public_field_definition name: (_) @name
  value: [(arrow_function) (function_expression)]) @def.method
(extends_clause value: (identifier) @inherit)
(implements_clause (type_identifier) @inherit)
(extends_type_clause (type_identifier) @inherit)
(decorator (identifier) @decorate)
"""

GRAMMAR: Final = Grammar(
    load=tree_sitter_typescript.language_typescript,
    is_exported=if_exported,
    wrappers=WRAPPERS,
    query=SHARED + _TYPES,
)
TSX: Final = replace(GRAMMAR, load=tree_sitter_typescript.language_tsx, query=SHARED + _TYPES + JSX)
