"""Who changed a file, how often, when last, and what changes with it."""

import sqlite3
from dataclasses import dataclass
from typing import Final

MIN_TOGETHER: Final = 2
MAX_ITEMS: Final = 10

_HISTORY: Final = """
SELECT h.commits, h.fixes, h.churn, h.churn_percentile / 100, h.authors, h.owner, h.owner_share,
       h.bus_factor, h.first_at, h.last_at, c.hash, c.author, c.subject
FROM file_history h LEFT JOIN commits c ON c.id = h.last_commit_id WHERE h.file_id = ?
"""
_OWNERS: Final = (
    "SELECT author, commits, share FROM ownership WHERE file_id = ? ORDER BY share DESC, author"
)
_TOGETHER: Final = """
SELECT p.path, c.together FROM cochanges c JOIN paths p ON p.id = c.other_id
WHERE c.file_id = ? AND c.together >= ? ORDER BY c.together DESC, p.path LIMIT ?
"""
_RECENT: Final = """
SELECT c.hash, c.author, c.committed_at, c.subject FROM touches t
JOIN commits c ON c.id = t.commit_id WHERE t.path_id = ? ORDER BY c.committed_at DESC LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class History:
    """A file's past. Times are Unix seconds; `churn` counts touches, halved every 180 days.

    `churn_percentile` is the share of files that change less, 0-1.
    """

    commits: int
    fixes: int
    churn: float
    churn_percentile: float
    authors: int
    owner: str
    owner_share: float
    bus_factor: int
    first_at: int
    last_at: int
    last_hash: str | None
    last_author: str | None
    last_subject: str | None


@dataclass(frozen=True, slots=True)
class Owner:
    """An author and their share of a file's touches, 0-1."""

    author: str
    commits: int
    share: float


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit in one line."""

    hash: str
    author: str
    committed_at: int
    subject: str


def history(index: sqlite3.Connection, file_id: int) -> History | None:
    """The file's past, None where the history has not seen it."""
    row = index.execute(_HISTORY, (file_id,)).fetchone()
    return History(*row) if row else None


def owners(index: sqlite3.Connection, file_id: int) -> list[Owner]:
    """Its main authors, largest share first."""
    return [Owner(*row) for row in index.execute(_OWNERS, (file_id,))]


def changed_together(index: sqlite3.Connection, file_id: int) -> list[tuple[str, int]]:
    """Files that changed in the same commits, and in how many; at least two."""
    return [tuple(row) for row in index.execute(_TOGETHER, (file_id, MIN_TOGETHER, MAX_ITEMS))]


def recent_commits(index: sqlite3.Connection, file_id: int, limit: int) -> list[Commit]:
    """The newest commits that touched the file."""
    return [Commit(*row) for row in index.execute(_RECENT, (file_id, limit))]
