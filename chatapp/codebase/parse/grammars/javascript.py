"""JavaScript with JSX; its patterns are the base of TypeScript's."""

from typing import Final

import tree_sitter_javascript

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import if_exported

WRAPPERS: Final = frozenset({"export_statement", "lexical_declaration", "variable_declaration"})

SHARED: Final = """
(function_declaration name: (identifier) @name) @def.function
(generator_function_declaration name: (identifier) @name) @def.function
(class_declaration name: (_) @name) @def.class
(method_definition name: (_) @name) @def.method
(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression)]) @def.function
(program (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant))
(program (export_statement
  (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant)))
(assignment_expression left: (member_expression property: (property_identifier) @name)
  right: [(arrow_function) (function_expression)]) @def.function
(pair key: (property_identifier) @name
  value: [(arrow_function) (function_expression)]) @def.method

(call_expression function: (identifier) @call)
(call_expression function:
  (member_expression object: (_) @qualifier property: (property_identifier) @call))
(new_expression constructor: (identifier) @call)
(new_expression constructor:
  (member_expression object: (_) @qualifier property: (property_identifier) @call))

(import_statement (import_clause (named_imports (import_specifier
  name: (identifier) @imported !alias))) source: (string) @module)
(import_statement (import_clause (named_imports (import_specifier
  name: (identifier) @imported alias: (identifier) @alias))) source: (string) @module)
(import_statement (import_clause (identifier) @alias) source: (string) @module)
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @module)
(import_statement . source: (string) @module)
(export_statement source: (string) @module)
(call_expression function: (identifier) @_require arguments: (arguments . (string) @module)
  (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string) @module))
(export_statement (export_clause (export_specifier name: (identifier) @exported)))

[(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement)
 (switch_case) (catch_clause) (ternary_expression)] @branch
(binary_expression operator: ["&&" "||" "??"]) @branch
(comment) @comment
"""

JSX: Final = """
(jsx_opening_element name: (identifier) @call)
(jsx_self_closing_element name: (identifier) @call)
"""

GRAMMAR: Final = Grammar(
    load=tree_sitter_javascript.language,
    is_exported=if_exported,
    wrappers=WRAPPERS,
    query=SHARED
    + JSX
    + """
(class_heritage (identifier) @inherit)
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @def.method
""",
)
