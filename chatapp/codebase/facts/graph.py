"""Who calls whom, who imports whom, and which community a file belongs to."""

import sqlite3
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.schema import ORDINALS

MAX_ITEMS: Final = 30

_CALLERS: Final = """
SELECT f.path, r.line, COALESCE(s.qualified_name, ''), r.confidence, r.kind
FROM refs r JOIN files f ON f.id = r.file_id LEFT JOIN symbols s ON s.id = r.from_id
WHERE r.target_id = ? ORDER BY r.confidence DESC, f.is_test, f.path, r.line LIMIT ?
"""
_POSSIBLE: Final = """
SELECT f.path, r.line, COALESCE(s.qualified_name, ''), r.confidence, r.kind
FROM refs r JOIN files f ON f.id = r.file_id LEFT JOIN symbols s ON s.id = r.from_id
WHERE r.name = ? AND r.target_id IS NULL AND r.candidates > 0
ORDER BY r.confidence DESC, f.is_test, f.path, r.line LIMIT ?
"""
_CALLEES: Final = """
SELECT f.path, s.start_line, s.qualified_name, MAX(r.confidence), r.kind
FROM refs r JOIN symbols s ON s.id = r.target_id JOIN files f ON f.id = s.file_id
WHERE r.file_id = ? AND r.from_id = ? AND s.id <> r.from_id GROUP BY s.id
ORDER BY MIN(r.line) LIMIT ?
"""
_IMPORTED_BY: Final = """
SELECT f.path FROM edges e JOIN files f ON f.id = e.from_file_id
WHERE e.to_file_id = ? ORDER BY f.is_test, f.path LIMIT ?
"""
_IMPORTS: Final = """
SELECT f.path FROM edges e JOIN files f ON f.id = e.to_file_id
WHERE e.from_file_id = ? ORDER BY f.path LIMIT ?
"""
_NODE: Final = """
SELECT c.label, c.files, n.centrality, n.imported_by, n.imports
FROM nodes n JOIN communities c ON c.id = n.community_id WHERE n.file_id = ?
"""


@dataclass(frozen=True, slots=True)
class Link:
    """One end of a call: `symbol` is the other side; below .5 confidence it is only possible."""

    path: str
    line: int
    symbol: str
    confidence: float
    kind: str


@dataclass(frozen=True, slots=True)
class Node:
    """A file's place in the import graph."""

    community: str
    community_files: int
    centrality: float
    imported_by: int
    imports: int


NOWHERE: Final = Node("", 0, 0.0, 0, 0)


def callers(
    index: sqlite3.Connection, symbol_id: int, name: str, limit: int = MAX_ITEMS
) -> list[Link]:
    """Uses of a definition, sure ones first; then some uses of its name that may mean another."""
    sure = _links(index, _CALLERS, symbol_id, limit)
    left = min(limit - len(sure), limit // 3)
    return sure + (_links(index, _POSSIBLE, name, left) if left > 0 else [])


def callees(index: sqlite3.Connection, symbol_id: int, limit: int = MAX_ITEMS) -> list[Link]:
    """Definitions of this repository that a definition uses, in the order of use."""
    return _links(index, _CALLEES, symbol_id // ORDINALS, symbol_id, limit)


def imported_by(index: sqlite3.Connection, file_id: int, limit: int = MAX_ITEMS) -> list[str]:
    """Paths of the files that import this one, tests last."""
    return [path for (path,) in index.execute(_IMPORTED_BY, (file_id, limit))]


def imports(index: sqlite3.Connection, file_id: int, limit: int = MAX_ITEMS) -> list[str]:
    """Paths of the repository's files that this one imports."""
    return [path for (path,) in index.execute(_IMPORTS, (file_id, limit))]


def node(index: sqlite3.Connection, file_id: int) -> Node:
    """The file's place in the import graph; all zero for a file without an edge."""
    row = index.execute(_NODE, (file_id,)).fetchone()
    return Node(*row) if row else NOWHERE


def _links(index: sqlite3.Connection, sql: str, *values: object) -> list[Link]:
    return [Link(*row) for row in index.execute(sql, values)]
