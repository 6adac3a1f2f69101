"""An answer as it grows: blocks that are closed are given once, the open one as often as it pays.

Not a renderer of its own: `split` cuts and `render` draws. Used by the HTML projection of a turn.
"""

import re
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from chatapp.web.markdown.render import Renderer
from chatapp.web.markdown.split import split, whole_blocks

REDRAW_SHARE: Final = 24
"""The open block is redrawn after it grew by 1/24: the work stays linear in its length (X08)."""

_HALF_A_MARKER: Final = re.compile(r"(?:^|\n) {0,3}(?:[-=+*_#>|`~:]+|\d{1,9}[.)]?)[ \t]*$")


@dataclass(frozen=True, slots=True)
class Growth:
    """What became of the text: blocks closed just now, and the open block or None if unchanged."""

    closed: tuple[Markup, ...]
    open: Markup | None


class MarkdownStream:
    """One text that grows by deltas."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._open = ""
        self._undrawn = 0
        self._held = ""

    def feed(self, delta: str) -> Growth:
        """Take more text in."""
        added = self._with_plain_newlines(delta)
        self._open += added
        self._undrawn += len(added)
        closed: tuple[str, ...] = ()
        if "\n" in added:
            closed, self._open = split(self._open)
        drawn = tuple(self._renderer.closed(block) for block in closed)
        return Growth(drawn, self._redraw(is_forced=bool(closed)))

    def close(self) -> Growth:
        """The text ends, or something else follows it: the open block is closed as it is."""
        rest = self._open + ("\n" if self._held else "")
        self._open, self._held, self._undrawn = "", "", 0
        return Growth(tuple(map(self._renderer.closed, whole_blocks(rest))), Markup())

    def flush(self) -> Growth:
        """Draw what was held back, because the text pauses."""
        return Growth((), self._redraw(is_forced=True) if self._undrawn else None)

    def _redraw(self, *, is_forced: bool) -> Markup | None:
        if not is_forced and self._undrawn * REDRAW_SHARE < len(self._open):
            return None
        self._undrawn = 0
        return self._renderer.open(_HALF_A_MARKER.sub("", self._open))

    def _with_plain_newlines(self, delta: str) -> str:
        text = self._held + delta
        self._held = "\r" if text.endswith("\r") else ""
        return text.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n")
