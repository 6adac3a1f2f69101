"""Definitions by name: exact first, then case-blind, then by the end of the qualified name.

Called by the rankings here and by the tools; never reads content.
"""

import re
import sqlite3
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.search.contents import like_text

MAX_SYMBOLS: Final = 50
MAX_BASES: Final = 12
_SEPARATOR: Final = re.compile(r"::|->|#|/")

_SELECT: Final = """
SELECT s.id, s.file_id, f.path, s.name, s.qualified_name, s.kind, s.start_line, s.end_line,
       s.signature, s.docstring, s.complexity, s.parent_id, f.is_test
FROM symbols s JOIN files f ON f.id = s.file_id
"""
_ORDER: Final = (
    " ORDER BY f.is_test, s.is_exported DESC, length(f.path), f.path, s.start_line LIMIT ?"
)
_BY_NAME: Final = f"{_SELECT} WHERE s.name = ?{_ORDER}"
_BY_TAIL: Final = (
    f"{_SELECT} WHERE s.name = ? AND (s.qualified_name = ? OR s.qualified_name LIKE ? ESCAPE '\\')"
    f"{_ORDER}"
)
_BY_NAME_BLIND: Final = f"{_SELECT} WHERE s.name = ? COLLATE NOCASE{_ORDER}"
_BY_PART: Final = f"{_SELECT} WHERE s.name LIKE ? ESCAPE '\\'{_ORDER}"
_BY_FILE: Final = f"{_SELECT} WHERE s.file_id = ? ORDER BY s.start_line, s.end_line DESC, s.id"
_BASES: Final = f"""{_SELECT} JOIN refs r ON r.target_id = s.id
WHERE r.file_id = ? AND r.from_id = ? AND r.kind = 'inherit' ORDER BY r.ordinal"""
_MEMBER: Final = f"{_SELECT} WHERE s.name = ? AND s.parent_id = ?"
_BY_ID: Final = f"{_SELECT} WHERE s.id = ?"


@dataclass(frozen=True, slots=True)
class Symbol:
    """One definition and where it stands."""

    symbol_id: int
    file_id: int
    path: str
    name: str
    qualified_name: str
    kind: str
    start_line: int
    end_line: int
    signature: str
    docstring: str
    complexity: int | None
    parent_id: int | None
    is_test: int


def plain_name(text: str) -> str:
    """``A::b``, ``A#b`` and ``a.b()`` as dotted names without a call."""
    return _SEPARATOR.sub(".", text.strip().rstrip("()").strip())


def find_symbols(index: sqlite3.Connection, name: str, limit: int = MAX_SYMBOLS) -> list[Symbol]:
    """Definitions called `name`, which may be qualified; the first rule that finds any decides."""
    dotted = plain_name(name)
    last = dotted.rpartition(".")[2]
    if not last:
        return []
    if "." in dotted:
        return (
            _rows(index, _BY_TAIL, last, dotted, f"%.{like_text(dotted)}", limit)
            or _in_module(index, dotted, last, limit)
            or _inherited(index, dotted, last)
        )
    return _rows(index, _BY_NAME, last, limit) or _rows(index, _BY_NAME_BLIND, last, limit)


def symbols_like(index: sqlite3.Connection, name: str, limit: int) -> list[Symbol]:
    """Definitions whose name contains `name`, whatever the case."""
    return _rows(index, _BY_PART, f"%{like_text(plain_name(name))}%", limit)


def symbols_in(index: sqlite3.Connection, file_id: int) -> list[Symbol]:
    """Every definition of a file, outer before inner."""
    return _rows(index, _BY_FILE, file_id)


def symbol_by_id(index: sqlite3.Connection, symbol_id: int) -> Symbol | None:
    """The definition of this id."""
    return next(iter(_rows(index, _BY_ID, symbol_id)), None)


def _in_module(index: sqlite3.Connection, dotted: str, last: str, limit: int) -> list[Symbol]:
    """``package.module.name``: definitions of the last part in files whose path ends so."""
    module = dotted.rpartition(".")[0].replace(".", "/")
    found = _rows(index, _BY_NAME, last, MAX_SYMBOLS)
    return [
        symbol for symbol in found if f"{module}." in symbol.path or f"{module}/" in symbol.path
    ][:limit]


def _inherited(index: sqlite3.Connection, dotted: str, last: str) -> list[Symbol]:
    """``Class.method`` where a base class in the repository defines the method."""
    classes = find_symbols(index, dotted.rpartition(".")[0])[:1]
    for _ in range(MAX_BASES):
        if not classes:
            return []
        current = classes.pop(0)
        bases = _rows(index, _BASES, current.file_id, current.symbol_id)
        members = [_rows(index, _MEMBER, last, base.symbol_id) for base in bases]
        found = [symbol for symbols in members for symbol in symbols]
        if found:
            return found
        classes += bases
    return []


def _rows(index: sqlite3.Connection, sql: str, *values: object) -> list[Symbol]:
    return [Symbol(*row) for row in index.execute(sql, values)]
