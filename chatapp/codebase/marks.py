"""Text made safe to show: bidi and zero-width characters visible, long lines cut at a hit.

The marks are for the panel only; what is copied, searched and quoted stays the original.
"""

import re
from typing import Final

from chatapp.codebase.text import CUT_MARK, MAX_LINE

_NAMES: Final = {
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u2060": "WJ",
    "\u00ad": "SHY",
    "\ufeff": "BOM",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u061c": "ALM",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
}
_INVISIBLE: Final = re.compile("[" + "".join(_NAMES) + "]")


def visible_marks(text: str) -> str:
    """The text with each invisible or direction-changing character written as ``⟦RLO⟧``."""
    return _INVISIBLE.sub(lambda found: f"⟦{_NAMES[found.group()]}⟧", text)


def shortened(text: str, limit: int) -> str:
    """The first `limit` characters, and an ellipsis for the rest."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def cut_around(line: str, position: int, limit: int = MAX_LINE) -> str:
    """A long line cut to `limit` characters that hold `position`, where the hit is."""
    if len(line) <= limit:
        return line
    start = max(0, min(position - limit // 4, len(line) - limit))
    before = "…" if start else ""
    after = CUT_MARK if start + limit < len(line) else ""
    return f"{before}{line[start : start + limit]}{after}"
