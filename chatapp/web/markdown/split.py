"""Where a growing Markdown text can be cut: a top-level block that another one follows is closed.

The cut is a pure function of the text so far and is decided on whole lines only, so that a reader
who comes back gets exactly the blocks they miss. Called by `stream`; renders nothing.
"""

import re
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt

from chatapp.web.markdown.dialect import dialect

_FENCE: Final = re.compile(r"\s*(?P<fence>`{3,}|~{3,})")


def _block_parser() -> MarkdownIt:
    return dialect().disable(["inline", "text_join"])


_PARSER: Final = _block_parser()


def split(text: str) -> tuple[tuple[str, ...], str]:
    """The closed blocks of `text` and its open rest; joined they are `text` again."""
    if is_open_fence(text):
        return (), text
    whole_lines = text[: text.rfind("\n") + 1]
    starts = _block_starts(whole_lines)
    if len(starts) < 2:
        return (), text
    lines = text.split("\n")
    edges = [0, *starts[1:]]
    blocks = ["\n".join(lines[a:b]) + "\n" for a, b in pairwise(edges)]
    return tuple(blocks), "\n".join(lines[edges[-1] :])


def whole_blocks(text: str) -> tuple[str, ...]:
    """The blocks of a text that is complete: exactly those that its readers saw grow."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    closed, last = split(plain if plain.endswith("\n") else f"{plain}\n")
    return (*closed, last) if last.strip() else closed


def _block_starts(whole_lines: str) -> list[int]:
    tokens = _PARSER.parse(whole_lines)
    return [
        token.map[0] for token in tokens if token.level == 0 and token.nesting >= 0 and token.map
    ]


def is_open_fence(text: str) -> bool:
    """Whether `text` is one code fence that has not ended: a long one must not be parsed anew."""
    opening = _FENCE.match(text)
    if opening is None or "\n" not in text[opening.end() :]:
        return False
    fence, body = opening["fence"], text.index("\n", opening.end())
    if text.find(fence, body) < 0:  # 100 kB of code are looked through at every line
        return True
    closing = re.compile(rf"^ {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$", re.MULTILINE)
    return closing.search(text, body) is None
