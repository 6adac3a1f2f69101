"""What the extractor needs to know of one language: its tree-sitter grammar and one query.

The names of captures are the contract between `grammars/` and `chatapp.codebase.parse.extract`:

    @def.<kind> with @name   a definition, e.g. ``def.function``; kinds as in the schema
    @scope with @name        a container that lends its name but is no definition (Rust ``impl``)
    @call [@qualifier]       a use of a name; also @inherit and @decorate
    @module [@imported] [@alias]   one import
    @exported                a name that the file says it offers
    @branch                  one more way through the function (complexity)
    @comment                 a comment
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


class Visibility(Protocol):
    """Tells whether a definition can be used from outside its file or class."""

    def __call__(self, name: str, header: str, *, is_parent_exported: bool | None) -> bool:
        """Judge by the name and the text before the body; the parent is None at the top level."""
        ...


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language.

    Attributes:
        load: Gives the grammar's C pointer; imported wheels stay unloaded until a file needs them.
        query: Patterns with the captures above.
        wrappers: Types of nodes around a definition that belong to it (decorators, ``export``).
        ignored: Names whose bare use is of the language itself and says nothing.
        has_inner_docstring: Whether documentation is the body's first string, as in Python.
    """

    load: Callable[[], object]
    query: str
    is_exported: Visibility
    wrappers: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    has_inner_docstring: bool = False
