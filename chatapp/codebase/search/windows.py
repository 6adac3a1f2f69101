"""Which lines of a file to quote for a question: the stretch that holds most of its words.

Pure. Called by `hits`; the words of both sides are cut to a common beginning, which is stemming
enough for choosing a window.
"""

from collections.abc import Sequence
from typing import Final

from chatapp.codebase.search.query import STOP_WORDS
from chatapp.codebase.words import index_text
from chatapp.domain.sources import LineRange

STEM_CHARS: Final = 6


def stems(text: str) -> frozenset[str]:
    """The beginnings of the words of a text, without stop words."""
    words = index_text(text).split()
    return frozenset(word[:STEM_CHARS] for word in words if word not in STOP_WORDS)


def best_window(
    lines: Sequence[str], span: LineRange, wanted: frozenset[str], size: int
) -> LineRange:
    """At most `size` lines inside `span` that hold the most different words of `wanted`.

    The beginning of the span (a signature) wins a tie, and a span that fits is taken whole.
    """
    if span.end - span.start + 1 <= size:
        return span
    found = [stems(line) & wanted for line in lines[span.start - 1 : span.end]]
    best, best_score = 0, -1
    for start in range(len(found) - size + 1):
        words = frozenset[str]().union(*found[start : start + size])
        if len(words) > best_score:
            best, best_score = start, len(words)
    first = span.start + best
    return LineRange(first, first + size - 1)


def matching_lines(lines: Sequence[str], span: LineRange, wanted: frozenset[str]) -> frozenset[int]:
    """Numbers of the lines in `span` that hold at least one of the words."""
    numbers = range(span.start, min(span.end, len(lines)) + 1)
    return frozenset(number for number in numbers if stems(lines[number - 1]) & wanted)
