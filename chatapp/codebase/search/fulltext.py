"""The text lists of the index, each asked with one expression of a question's terms.

Scores are BM25 as SQLite gives them, turned so that larger is better. Called by `signals`.
"""

import sqlite3
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.schema import ORDINALS

MAX_FILES: Final = 200
MAX_CHUNKS: Final = 400
MAX_PHRASES: Final = 60
MAX_COMMITS: Final = 50
BROAD_COMMIT_FILES: Final = 20

_CHUNKS: Final = """
SELECT rowid, -bm25(chunks_text, 2, 1) AS score FROM chunks_text
WHERE chunks_text MATCH ? ORDER BY score DESC LIMIT ?
"""
_FILES: Final = """
SELECT rowid, -bm25(files_text) AS score FROM files_text
WHERE files_text MATCH ? ORDER BY score DESC LIMIT ?
"""
_COMMITS: Final = """
WITH found AS (
  SELECT rowid AS id, -bm25(commits_text) AS score FROM commits_text
  WHERE commits_text MATCH ? ORDER BY score DESC LIMIT ?
)
SELECT path_id, SUM(score) FROM found JOIN commits USING (id) JOIN touches ON commit_id = id
WHERE files <= ? GROUP BY path_id
"""


@dataclass(frozen=True, slots=True)
class ChunkScore:
    """How well one function-sized piece of a file matches."""

    chunk_id: int
    score: float

    @property
    def file_id(self) -> int:
        """The file it belongs to."""
        return self.chunk_id // ORDINALS


def chunks(index: sqlite3.Connection, match: str, limit: int = MAX_CHUNKS) -> list[ChunkScore]:
    """Chunks by their symbols (x2) and body, best first."""
    return [ChunkScore(*row) for row in index.execute(_CHUNKS, (match, limit))]


def files(index: sqlite3.Connection, match: str, column: str) -> dict[int, float]:
    """Scores of files by one column of their list: ``path``, ``symbols`` or ``body``."""
    return dict(index.execute(_FILES, (f"{{{column}}} : ({match})", MAX_FILES)).fetchall())


def files_of_commits(index: sqlite3.Connection, match: str) -> dict[int, float]:
    """Scores of files by the commits that touched them and whose message matches."""
    rows = index.execute(_COMMITS, (match, MAX_COMMITS, BROAD_COMMIT_FILES))
    return dict(rows.fetchall())
