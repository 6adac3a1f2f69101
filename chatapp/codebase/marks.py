"""Text shortened for showing: whole texts at their end, long lines around the hit.

Invisible characters are left alone: the web makes them visible, and a quotation stays true.
"""

from chatapp.codebase.text import CUT_MARK, MAX_LINE


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
