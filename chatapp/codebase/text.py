"""Lines as git, grep and citations count them: by LF alone.

`str.splitlines` also splits at CR, form feed, U+2028 and others, which shifts every later number
(case E02). A CR before the LF belongs to the line end and is dropped.
"""

from typing import Final

MAX_LINE: Final = 500
"""Longest line that is shown."""

CUT_MARK: Final = " …[cut]"


def split_lines(text: str) -> list[str]:
    """The lines of a text; a last LF ends the last line and starts no other."""
    if not text:
        return []
    body = text[:-1] if text.endswith("\n") else text
    lines = body.split("\n")
    return [line.removesuffix("\r") for line in lines] if "\r" in body else lines


def count_lines(text: str) -> int:
    """How many lines `split_lines` gives."""
    return text.count("\n") + (bool(text) and not text.endswith("\n"))


def cut_line(line: str) -> str:
    """The line, shortened to `MAX_LINE` characters with a visible mark."""
    return line if len(line) <= MAX_LINE else line[:MAX_LINE] + CUT_MARK
