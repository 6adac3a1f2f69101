"""Which definition lies around which, and around any place of a file.

Called by `chatapp.codebase.parse.extract` and `.uses`; works on byte positions alone.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from tree_sitter import Node

FUNCTIONS: Final = frozenset({"function", "method"})


@dataclass(slots=True)
class Draft:
    """A definition on its way to a `Symbol`."""

    node: Node
    outer: Node
    name: str
    kind: str
    owner: str
    around: "Draft | None" = None
    complexity: int = 1
    ordinal: int | None = None
    qualified_name: str = ""
    is_exported: bool = True


def nested(drafts: list[Draft]) -> list[Draft]:
    """The drafts in order of position, each knowing the one around it."""
    drafts.sort(key=lambda draft: (draft.outer.start_byte, -draft.outer.end_byte))
    stack: list[Draft] = []
    for draft in drafts:
        while stack and stack[-1].outer.end_byte <= draft.outer.start_byte:
            stack.pop()
        draft.around = stack[-1] if stack else None
        stack.append(draft)
    return drafts


class Owners:
    """Finds the innermost definition around a position; positions may come in any order."""

    def __init__(self, drafts: list[Draft]) -> None:
        self._starts = [draft.outer.start_byte for draft in drafts]
        self._drafts = drafts

    def at(self, position: int) -> Draft | None:
        """The innermost definition that holds the byte at `position`."""
        index = bisect_right(self._starts, position) - 1
        draft = self._drafts[index] if index >= 0 else None
        while draft is not None and draft.outer.end_byte <= position:
            draft = draft.around
        return draft

    def count_branch(self, position: int) -> None:
        """Add one way to the function around `position`."""
        draft = self.at(position)
        while draft is not None and draft.kind not in FUNCTIONS:
            draft = draft.around
        if draft is not None:
            draft.complexity += 1
