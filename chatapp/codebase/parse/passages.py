"""Finding the lines that say why: decision records, changelog entries, and reasoning comments.

Every passage is verbatim and knows its lines, so an answer can cite it. Deciding whether it
answers a question is `chatapp.codebase.tools`' affair.
"""

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final

from chatapp.codebase.parse.model import Passage, Span

WHY: Final = re.compile(
    r"(?i)\b(because|so that|in order to|otherwise|instead of|rather than|to avoid|avoids|work-?"
    r"around|the reason|reasons?:|rationale|on purpose|deliberate(ly)?|intentional(ly)?"
    r"|trade-?offs?|decided|decision|we (chose|prefer|need|want)|must not|by design|note:|hack:"
    r"|why:|backwards? compat\w*)\b|因为|为了|避免|原因|否则|故意|由于"
)
MAX_LINES: Final = 40
MAX_PASSAGES: Final = 300
MIN_COMMENT: Final = 60

_RECORD_PATH: Final = re.compile(r"(?i)(^|/)(adrs?|decisions?|rfcs?|deps?|peps?|proposals?)/[^/]+$")
_CHANGELOG_PATH: Final = re.compile(
    r"(?i)(^|/)(changelog|changes|history|news|releases?|release[-_]notes)(/[^/]+)?\.?[a-z]*$"
)
_BULLET: Final = re.compile(r"^(\s{0,3})([-*+•]|\d+[.)])\s+\S")
_DECORATION: Final = re.compile(r"^[\s#/*;\"'<!=-]+|[\s*/=-]+$")
_HEADING: Final = re.compile(r"^(#{1,6}\s|[=\-~^]{3,}\s*$)")


def passages_of(
    path: str, kind: str, lines: list[str], comments: tuple[Span, ...]
) -> tuple[Passage, ...]:
    """The passages of one file, in order of position."""
    if kind == "doc" and _RECORD_PATH.search(path):
        found = _sections(lines)
    elif kind == "doc" and _CHANGELOG_PATH.search(path):
        found = _entries(lines)
    else:
        found = _comments(lines, comments)
    return tuple(islice(found, MAX_PASSAGES))


def title_of(text: str) -> str:
    """The first telling line, without its marks."""
    lines = (_DECORATION.sub("", line) for line in text.split("\n"))
    return next((line for line in lines if line), "")[:120]


def _sections(lines: list[str]) -> Iterator[Passage]:
    """A decision record, section by section, each titled by the record."""
    title = title_of("\n".join(lines[:10]))
    starts = [number for number, line in enumerate(lines, 1) if line.startswith("#")]
    bounds = [*(starts or [1]), len(lines) + 1]
    for start, following in pairwise(bounds):
        end = _last_word(lines, start, min(following - 1, start + MAX_LINES - 1))
        heading = title_of(lines[start - 1])
        if end > start or len(bounds) == 2:
            shown = title if heading == title else f"{title}: {heading}"
            yield _passage("adr", lines, start, end, shown)


def _entries(lines: list[str]) -> Iterator[Passage]:
    """A changelog, item by item, those that give a reason."""
    for start, end in _blocks(lines):
        text = "\n".join(lines[start - 1 : end])
        if len(text) >= MIN_COMMENT and WHY.search(text):
            yield _passage("changelog", lines, start, end, title_of(text))


def _blocks(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Items and paragraphs: from a bullet or a first line to the line before the next or a gap."""
    start: int | None = None
    for number, line in enumerate([*lines, ""], 1):
        if start is not None and (not line.strip() or _BULLET.match(line) or _HEADING.match(line)):
            yield start, min(number - 1, start + MAX_LINES - 1)
            start = None
        if start is None and line.strip() and not _HEADING.match(line):
            start = number


def _comments(lines: list[str], comments: tuple[Span, ...]) -> Iterator[Passage]:
    for start, end, _symbol in comments:
        text = "\n".join(lines[start - 1 : end])
        is_license = start <= 5 and "icense" in text
        if len(text) >= MIN_COMMENT and not is_license and WHY.search(text):
            last = min(end, start + MAX_LINES - 1)
            yield _passage("comment", lines, start, last, title_of(text))


def _last_word(lines: list[str], start: int, end: int) -> int:
    while end > start and not lines[end - 1].strip():
        end -= 1
    return end


def _passage(kind: str, lines: list[str], start: int, end: int, title: str) -> Passage:
    return Passage(kind, start, end, title, "\n".join(lines[start - 1 : end]))
