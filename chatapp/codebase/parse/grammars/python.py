"""Python."""

import re
from typing import Final

import tree_sitter_python

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import unless_underscored

_BUILTINS: Final = frozenset(
    re.findall(
        r"\w+",
        """
        abs all any bool bytes callable classmethod dict dir enumerate filter float format frozenset
        getattr hasattr hash id int isinstance issubclass iter len list map max min next object
        print property range repr reversed round set setattr sorted staticmethod str sum super
        tuple type vars zip AssertionError AttributeError Exception ImportError IndexError KeyError
        NotImplementedError OSError RuntimeError StopIteration TypeError ValueError
        """,
    )
)

GRAMMAR: Final = Grammar(
    load=tree_sitter_python.language,
    is_exported=unless_underscored,
    wrappers=frozenset({"decorated_definition"}),
    ignored=_BUILTINS,
    has_inner_docstring=True,
    query="""
(function_definition name: (identifier) @name) @def.function
(class_definition name: (identifier) @name) @def.class
(module (expression_statement (assignment left: (identifier) @name) @def.constant))

(call function: (identifier) @call)
(call function: (attribute object: (_) @qualifier attribute: (identifier) @call))
(class_definition superclasses: (argument_list (identifier) @inherit))
(class_definition superclasses: (argument_list
  (attribute object: (_) @qualifier attribute: (identifier) @inherit)))
(decorator (identifier) @decorate)
(decorator (attribute object: (_) @qualifier attribute: (identifier) @decorate))

(import_statement name: (dotted_name) @module)
(import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @alias))
(import_from_statement module_name: (_) @module name: (dotted_name) @imported)
(import_from_statement module_name: (_) @module
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @alias))
(import_from_statement module_name: (_) @module (wildcard_import) @imported)

(module (expression_statement (assignment left: (identifier) @_all
  right: (_ (string (string_content) @exported))) (#eq? @_all "__all__")))

[(if_statement) (elif_clause) (for_statement) (while_statement) (except_clause) (case_clause)
 (conditional_expression) (boolean_operator) (for_in_clause) (if_clause)] @branch
(comment) @comment
""",
)
