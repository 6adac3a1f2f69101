"""The Markdown that is understood: CommonMark with tables and strikethrough, without raw HTML."""

import re
from typing import Final
from urllib.parse import unquote

from markdown_it import MarkdownIt

_SCHEME: Final = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ALLOWED: Final = ("http:", "https:", "mailto:")
_INVISIBLE: Final = re.compile(
    r"[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]+"
)


def is_harmless(url: str) -> bool:
    """Whether a link may be followed: http, https, mailto, or a path of this site (case X05)."""
    bare = _INVISIBLE.sub("", unquote(url)).lower()
    if bare.startswith(("//", "\\", "/\\")):
        return False
    return not _SCHEME.match(bare) or bare.startswith(_ALLOWED)


def dialect() -> MarkdownIt:
    """A fresh parser of the dialect."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.validateLink = is_harmless  # type: ignore[method-assign]
    return parser
