"""Decisions on record: ADRs, changelog entries, commit messages and comments that say why."""

import sqlite3
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.search.query import read_query

MAX_DECISIONS: Final = 200

_SELECT: Final = """
SELECT d.id, d.kind, d.title, d.text, COALESCE(f.path, ''), d.start_line, d.end_line,
       COALESCE(c.hash, ''), COALESCE(c.author, ''), d.decided_at
FROM decisions d LEFT JOIN files f ON f.id = d.file_id LEFT JOIN commits c ON c.id = d.commit_id
"""
_RANK: Final = """
ORDER BY CASE d.kind WHEN 'adr' THEN 0 WHEN 'changelog' THEN 1 ELSE 2 END,
         d.decided_at DESC, d.id LIMIT ?
"""
_OF_FILE: Final = f"{_SELECT} WHERE d.file_id = ?{_RANK}"
_NEWEST: Final = f"{_SELECT}{_RANK}"
_BY_ID: Final = f"{_SELECT} WHERE d.id = ?"


@dataclass(frozen=True, slots=True)
class Decision:
    """One recorded reason, verbatim; either a place in a file or a commit's message."""

    decision_id: int
    kind: str
    title: str
    text: str
    path: str
    start_line: int
    end_line: int
    commit: str
    author: str
    decided_at: int | None


def search_decisions(index: sqlite3.Connection, question: str, limit: int) -> list[Decision]:
    """Decisions whose words match the question, best first."""
    query = read_query(question)
    if not query.terms:
        return []
    rows = index.execute(
        "SELECT rowid FROM decisions_text WHERE decisions_text MATCH ?"
        " ORDER BY bm25(decisions_text, 3, 1) LIMIT ?",
        (query.match, limit),
    )
    return [Decision(*index.execute(_BY_ID, (row[0],)).fetchone()) for row in rows.fetchall()]


def decisions_of(index: sqlite3.Connection, file_id: int, limit: int) -> list[Decision]:
    """Decisions written down in a file."""
    return [Decision(*row) for row in index.execute(_OF_FILE, (file_id, limit))]


def newest_decisions(index: sqlite3.Connection, limit: int) -> list[Decision]:
    """ADRs first, then changelog entries, then the rest, each newest first."""
    return [Decision(*row) for row in index.execute(_NEWEST, (limit,))]
