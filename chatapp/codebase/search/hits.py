"""Search results with their lines: what `search_codebase` and the other tools show.

A hit names its place by indexed commit lines and carries enough of them to be quoted.
"""

import sqlite3
from dataclasses import dataclass, field
from typing import Final

from chatapp.codebase.search.contents import File, clamp, lines_of
from chatapp.codebase.search.patterns import LineHit
from chatapp.codebase.search.query import Query
from chatapp.codebase.search.ranking import Ranked
from chatapp.codebase.search.symbols import Symbol, symbol_by_id
from chatapp.codebase.search.windows import best_window, matching_lines, stems
from chatapp.domain.sources import LineRange

SHOWN_LINES: Final = 24
FEW_LINES: Final = 8
FULL_HITS: Final = 5

_ENCLOSING: Final = """
SELECT s.qualified_name, s.kind FROM symbols s JOIN files f ON f.id = s.file_id
WHERE f.path = ? AND s.start_line <= ? AND s.end_line >= ?
ORDER BY s.start_line DESC, s.end_line LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that matches.

    Attributes:
        lines: What is quoted, 1-based and inclusive.
        content: Those lines, uncut.
        symbol: Qualified name of the definition they belong to, or "".
        why: How it was found: ``text``, ``symbol``, ``path`` or ``regex``.
        matches: Numbers of the lines that match by themselves.
        position: Where in its line a pattern matches, for cutting around it.
    """

    path: str
    language: str
    lines: LineRange
    content: tuple[str, ...]
    symbol: str
    kind: str
    why: str
    score: float = 1.0
    matches: frozenset[int] = field(default=frozenset())
    position: int | None = None


def hits_of(index: sqlite3.Connection, query: Query, ranked: list[Ranked]) -> list[Hit]:
    """One hit a file, quoting its best chunk; the first few at length."""
    wanted = stems(query.text)
    return [
        _ranked_hit(index, item, wanted, SHOWN_LINES if position < FULL_HITS else FEW_LINES)
        for position, item in enumerate(ranked)
    ]


def _ranked_hit(index: sqlite3.Connection, item: Ranked, wanted: frozenset[str], size: int) -> Hit:
    lines = lines_of(index, item.file.file_id)
    span, symbol = _best_chunk(index, item, len(lines))
    shown = best_window(lines, span, wanted, size)
    return Hit(
        path=item.file.path,
        language=item.file.language,
        lines=shown,
        content=tuple(lines[shown.start - 1 : shown.end]),
        symbol=symbol.qualified_name if symbol else "",
        kind=symbol.kind if symbol else item.file.kind,
        why="text" if item.chunks else "path",
        score=round(item.score, 4),
        matches=matching_lines(lines, shown, wanted),
    )


def _best_chunk(
    index: sqlite3.Connection, item: Ranked, total: int
) -> tuple[LineRange, Symbol | None]:
    if not item.chunks:
        return clamp(1, FEW_LINES, total), None
    start, end, symbol_id = index.execute(
        "SELECT start_line, end_line, symbol_id FROM chunks WHERE id = ?",
        (item.chunks[0].chunk_id,),
    ).fetchone()
    symbol = symbol_by_id(index, symbol_id) if symbol_id is not None else None
    return clamp(start, end, total), symbol


def symbol_hit(index: sqlite3.Connection, symbol: Symbol, file: File, *, size: int) -> Hit:
    """A definition as a hit: its first `size` lines."""
    lines = lines_of(index, symbol.file_id)
    end = min(symbol.end_line, symbol.start_line + size - 1)
    shown = clamp(symbol.start_line, end, len(lines))
    return Hit(
        path=symbol.path,
        language=file.language,
        lines=shown,
        content=tuple(lines[shown.start - 1 : shown.end]),
        symbol=symbol.qualified_name,
        kind=symbol.kind,
        why="symbol",
    )


def file_hit(index: sqlite3.Connection, file: File) -> Hit:
    """A file as a hit: its first lines."""
    lines = lines_of(index, file.file_id)
    shown = clamp(1, FEW_LINES, len(lines))
    content = tuple(lines[: shown.end])
    return Hit(file.path, file.language, shown, content, "", file.kind, "path")


def line_hit(index: sqlite3.Connection, found: LineHit, why: str) -> Hit:
    """One matching line as a hit, with the definition around it."""
    values = (found.path, found.number, found.number)
    symbol = index.execute(_ENCLOSING, values).fetchone()
    return Hit(
        path=found.path,
        language=found.language,
        lines=LineRange(found.number, found.number),
        content=(found.line,),
        symbol=symbol[0] if symbol else "",
        kind=symbol[1] if symbol else "text",
        why=why,
        matches=frozenset({found.number}),
        position=found.position,
    )
