"""Cutting a file into pieces the size of a function, with line spans that leave nothing out.

Code is cut at its functions, documents at their headings, anything else into windows. Data files
are not cut: their pieces would only crowd out prose and code.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from chatapp.codebase.parse.model import Span, Symbol

MAX_LINES: Final = 80
WINDOW: Final = 60
SHORT: Final = 8

_HEADING: Final = re.compile(r"^(#{1,6} |=+ )")
_UNDERLINE: Final = re.compile(r"^([=\-~^*+#\"'])\1{2,}\s*$")


def chunk_code(lines: int, symbols: tuple[Symbol, ...]) -> tuple[Span, ...]:
    """One piece a function, with the few lines above it; what lies between in pieces of its own."""
    return tuple(_bounded(_around_functions(lines, symbols)))


def chunk_document(lines: list[str]) -> tuple[Span, ...]:
    """One piece a section; short neighbours stay together."""
    starts = [number for number, line in enumerate(lines, 1) if _is_heading(lines, number, line)]
    spans: list[Span] = []
    for start, following in zip([1, *starts], [*starts, len(lines) + 1], strict=True):
        if following <= start:
            continue
        if spans and spans[-1].end_line - spans[-1].start_line < SHORT:
            spans[-1] = Span(spans[-1].start_line, following - 1)
        else:
            spans.append(Span(start, following - 1))
    return tuple(_bounded(spans))


def chunk_text(lines: int) -> tuple[Span, ...]:
    """Windows of equal size."""
    return tuple(_pieces(Span(1, lines), WINDOW)) if lines else ()


def _around_functions(lines: int, symbols: tuple[Symbol, ...]) -> Iterator[Span]:
    position = 1
    for start, end, ordinal in _functions(symbols):
        if start - position > SHORT:
            yield Span(position, start - 1, _holder(symbols, position, start - 1))
            position = start
        if end >= position:
            yield Span(position, end, ordinal)
            position = end + 1
    if position <= lines:
        yield Span(position, lines, _holder(symbols, position, lines))


def _functions(symbols: tuple[Symbol, ...]) -> Iterator[tuple[int, int, int]]:
    """The outermost functions, in order."""
    covered = 0
    for ordinal, symbol in enumerate(symbols):
        if symbol.complexity is not None and symbol.start_line > covered:
            covered = symbol.end_line
            yield symbol.start_line, symbol.end_line, ordinal


def _holder(symbols: tuple[Symbol, ...], start: int, end: int) -> int | None:
    """The first definition that begins in the span, else the innermost around its start."""
    holder = None
    for ordinal, symbol in enumerate(symbols):
        if start <= symbol.start_line <= end:
            return ordinal
        if symbol.start_line < start <= symbol.end_line:
            holder = ordinal
    return holder


def _is_heading(lines: list[str], number: int, line: str) -> bool:
    if _HEADING.match(line):
        return True
    is_underlined = number < len(lines) and _UNDERLINE.match(lines[number]) is not None
    return is_underlined and bool(line.strip()) and not _UNDERLINE.match(line)


def _bounded(spans: Iterable[Span]) -> Iterator[Span]:
    for span in spans:
        yield from _pieces(span, MAX_LINES)


def _pieces(span: Span, size: int) -> Iterator[Span]:
    count = span.end_line - span.start_line + 1
    parts = -(-count // size)
    for part in range(parts):
        first = span.start_line + count * part // parts
        last = span.start_line + count * (part + 1) // parts - 1
        yield Span(first, last, span.symbol)
