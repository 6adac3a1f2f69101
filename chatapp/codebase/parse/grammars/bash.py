"""Bash and POSIX shell."""

from typing import Final

import tree_sitter_bash

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import unless_underscored

GRAMMAR: Final = Grammar(
    load=tree_sitter_bash.language,
    is_exported=unless_underscored,
    query="""
(function_definition name: (word) @name) @def.function
(program (variable_assignment name: (variable_name) @name) @def.variable)

(command name: (command_name (word) @call))
(command name: (command_name (word) @_source) . argument: (_) @module
  (#any-of? @_source "source" "."))

[(if_statement) (elif_clause) (for_statement) (c_style_for_statement) (while_statement)
 (case_item)] @branch
(list ["&&" "||"]) @branch
(comment) @comment
""",
)
