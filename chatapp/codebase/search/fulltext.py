"""The three text lists of the index, asked with one OR of a question's terms.

Scores are BM25 as SQLite gives them, turned so that larger is better. Called by `ranking`.
"""

import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.schema import ORDINALS
from chatapp.codebase.search.query import Query

MAX_FILES: Final = 200
MAX_CHUNKS: Final = 400
MAX_COMMITS: Final = 50
BROAD_COMMIT_FILES: Final = 20
CHUNK_DECAY: Final = (1.0, 0.4, 0.2, 0.1, 0.05)


@dataclass(frozen=True, slots=True)
class ChunkScore:
    """How well one function-sized piece of a file matches."""

    chunk_id: int
    score: float

    @property
    def file_id(self) -> int:
        """The file it belongs to."""
        return self.chunk_id // ORDINALS


def files(index: sqlite3.Connection, query: Query) -> list[int]:
    """Ids of files by their path (x6), symbols (x3) and body, best first."""
    rows = index.execute(
        "SELECT rowid FROM files_text WHERE files_text MATCH ?"
        " ORDER BY bm25(files_text, 6, 3, 1) LIMIT ?",
        (query.match, MAX_FILES),
    )
    return [row[0] for row in rows]


def chunks(index: sqlite3.Connection, query: Query) -> list[ChunkScore]:
    """Chunks by their symbols (x2) and body, best first."""
    rows = index.execute(
        "SELECT rowid, -bm25(chunks_text, 2, 1) AS score FROM chunks_text"
        " WHERE chunks_text MATCH ? ORDER BY score DESC LIMIT ?",
        (query.match, MAX_CHUNKS),
    )
    return [ChunkScore(*row) for row in rows]


def files_of_chunks(scores: list[ChunkScore]) -> list[int]:
    """File ids by the sum of their chunks' scores, of which each next one counts less."""
    by_file: defaultdict[int, list[float]] = defaultdict(list)
    for chunk in scores:
        by_file[chunk.file_id].append(chunk.score)
    sums = {
        file_id: sum(weight * score for weight, score in zip(CHUNK_DECAY, found, strict=False))
        for file_id, found in by_file.items()
    }
    return sorted(sums, key=lambda file_id: (-sums[file_id], file_id))


def files_of_commits(index: sqlite3.Connection, query: Query) -> list[int]:
    """File ids by the commits that touched them and whose message matches."""
    rows = index.execute(
        "WITH found AS (SELECT rowid AS id, -bm25(commits_text) AS score FROM commits_text"
        " WHERE commits_text MATCH ? ORDER BY score DESC LIMIT ?)"
        " SELECT path_id FROM found JOIN commits USING (id) JOIN touches ON commit_id = id"
        " WHERE files <= ? GROUP BY path_id ORDER BY SUM(score) DESC, path_id",
        (query.match, MAX_COMMITS, BROAD_COMMIT_FILES),
    )
    return [row[0] for row in rows]
