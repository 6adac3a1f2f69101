r"""Path names: git has bytes, people and JSON need text, and both must find each other again.

A name that is UTF-8 is shown as it is. Any other is shown with ``\xNN`` for each strange byte
(and ``\\`` for a backslash, so that it can be read back). Shown text is always valid UTF-8.
"""

import re
from typing import Final

_ESCAPE: Final = re.compile(rb"\\(?:x([0-9a-f]{2})|\\)")


def shown(raw: bytes) -> str:
    """The text of a path's bytes."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.replace(b"\\", b"\\\\").decode("utf-8", "backslashreplace")


def spellings(path: str) -> tuple[bytes, ...]:
    """The bytes a shown path can stand for, likeliest first."""
    literal = path.encode("utf-8", "surrogateescape")
    unescaped = _ESCAPE.sub(_byte, literal)
    return (literal,) if unescaped == literal else (literal, unescaped)


def _byte(match: re.Match[bytes]) -> bytes:
    digits = match.group(1)
    return b"\\" if digits is None else bytes([int(digits, 16)])
