"""Which files answer a question: the text lists fused by reciprocal rank, then priors.

Ranks, not scores, are added: the lists' scores have nothing to do with each other. The measured
weights are in `docs`' retrieval benchmark (`make bench-retrieval`). Called by `hits`.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.search import fulltext
from chatapp.codebase.search.contents import File, files_by_id
from chatapp.codebase.search.fulltext import ChunkScore
from chatapp.codebase.search.query import Query

RANK_OFFSET: Final = 8
COMMIT_WEIGHT: Final = 0.3
TEST_PRIOR: Final = 0.5
PROSE_PRIOR: Final = 0.5
MAX_RANKED: Final = 100


@dataclass(frozen=True, slots=True)
class Ranked:
    """A file, its score, and its matching chunks, best first."""

    file: File
    score: float
    chunks: tuple[ChunkScore, ...]


def rank(index: sqlite3.Connection, query: Query) -> list[Ranked]:
    """The files that match the question, best first."""
    if not query.terms:
        return []
    found = fulltext.chunks(index, query)
    scores: Counter[int] = Counter()
    _add(scores, fulltext.files(index, query), 1.0)
    _add(scores, fulltext.files_of_chunks(found), 1.0)
    _add(scores, fulltext.files_of_commits(index, query), COMMIT_WEIGHT)
    known = files_by_id(index, list(scores))
    ranked = [
        Ranked(file, scores[file_id] * prior(file, query), _chunks_of(found, file_id))
        for file_id, file in known.items()
    ]
    return sorted(ranked, key=lambda item: (-item.score, item.file.path))[:MAX_RANKED]


def _add(scores: Counter[int], ranked: Iterable[int], weight: float) -> None:
    for position, file_id in enumerate(ranked, start=1):
        scores[file_id] += weight / (RANK_OFFSET + position)  # type: ignore[assignment]


def _chunks_of(found: list[ChunkScore], file_id: int) -> tuple[ChunkScore, ...]:
    return tuple(chunk for chunk in found if chunk.file_id == file_id)


def prior(file: File, query: Query) -> float:
    """How likely a file of this kind is what the question wants."""
    if file.kind == "test":
        return 1.0 if query.is_about_tests else TEST_PRIOR
    if file.kind != "code":
        return 1.0 if query.is_about_docs else PROSE_PRIOR
    return 1.0
