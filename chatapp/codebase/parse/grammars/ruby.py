"""Ruby."""

from typing import Final

import tree_sitter_ruby

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.visibility import unless_private

GRAMMAR: Final = Grammar(
    load=tree_sitter_ruby.language,
    is_exported=unless_private,
    query="""
(method name: (_) @name) @def.function
(singleton_method name: (_) @name) @def.function
(class name: (constant) @name) @def.class
(class name: (scope_resolution name: (constant) @name)) @def.class
(module name: (constant) @name) @def.module
(module name: (scope_resolution name: (constant) @name)) @def.module
(assignment left: (constant) @name) @def.constant

(call !receiver method: (identifier) @call)
(call receiver: (_) @qualifier method: (_) @call)
(superclass (constant) @inherit)
(superclass (scope_resolution name: (constant) @inherit))

(call !receiver method: (identifier) @_require arguments: (argument_list . (string) @module)
  (#any-of? @_require "require" "require_relative" "load"))

[(if) (elsif) (unless) (while) (until) (for) (when) (rescue) (conditional)
 (if_modifier) (unless_modifier) (while_modifier)] @branch
(binary operator: ["&&" "||" "and" "or"]) @branch
(comment) @comment
""",
)
