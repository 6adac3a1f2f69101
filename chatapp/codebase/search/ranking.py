"""Which files answer a question: signals brought to one scale, weighed, and priors.

The weights were tuned on `make bench-retrieval`, by repository; around them the result is flat.
Ranking by reciprocal rank was tried and is weaker (.79 / .88 / .88 against .85 / .91 / .92).
Called by `find`.
"""

import heapq
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.search import fulltext, signals
from chatapp.codebase.search.commonness import CHUNKS, without_common
from chatapp.codebase.search.contents import File, files_by_id
from chatapp.codebase.search.fulltext import ChunkScore
from chatapp.codebase.search.query import Query
from chatapp.codebase.search.signals import Scores

PATH_WEIGHT: Final = 0.2
SYMBOL_WEIGHT: Final = 0.3
DEFINITION_WEIGHT: Final = 0.35
NAMESAKE_WEIGHT: Final = 0.2
USER_WEIGHT: Final = 0.3
CALLEE_WEIGHT: Final = 0.3
HISTORY_WEIGHT: Final = 0.15
BODY_WEIGHT: Final = 0.5
"""Of whole files, where there are too few chunks: data files have none."""

PHRASE_BONUS: Final = 1.0
WHOLE_WEIGHT: Final = 1.0
"""A page that asks the very question is likely its answer: it counts like the best of all texts."""
TEST_PRIOR: Final = 0.5
ASKED_TEST_PRIOR: Final = 0.7
SIDE_PRIOR: Final = 0.5
MAX_RANKED: Final = 100
MAX_JUDGED: Final = 300
FEW_CHUNKS: Final = 10

_SIDE_PATH: Final = re.compile(
    r"(^|/)(examples?|samples?|demos?|bench(marks?)?|vendor(ed)?|_vendor|third_?party|extern(als?)?"
    r"|node_modules)/|^docs?/"
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A file, its score, and its matching chunks, best first."""

    file: File
    score: float
    chunks: tuple[ChunkScore, ...]


def rank(
    index: sqlite3.Connection,
    query: Query,
    is_wanted: Callable[[str], bool] = lambda _path: True,
) -> list[Ranked]:
    """The files that match the question, best first, of those whose path is wanted."""
    if not query.terms:
        return []
    found = _chunks(index, query)
    totals: defaultdict[int, float] = defaultdict(float)
    for weight, scores in _weighed(index, query, found):
        _add(totals, weight, scores)
    asking = {chunk.file_id for chunk in _asking(index, query)}
    _add(totals, WHOLE_WEIGHT, dict.fromkeys(asking, 1.0))
    files = _candidates(index, totals, is_wanted)
    _add(totals, NAMESAKE_WEIGHT, signals.namesakes(files.values(), query))
    by_file = signals.by_file(found)
    ranked = [
        Ranked(
            file,
            totals[file_id] * prior(file, query, asks_it=file_id in asking),
            tuple(by_file.get(file_id, ())),
        )
        for file_id, file in files.items()
    ]
    return sorted(ranked, key=lambda item: (-item.score, item.file.path))[:MAX_RANKED]


def _candidates(
    index: sqlite3.Connection, totals: Mapping[int, float], is_wanted: Callable[[str], bool]
) -> dict[int, File]:
    """The best files of those wanted: a filter looks behind the best of all, or finds nothing."""
    best = files_by_id(index, heapq.nlargest(MAX_JUDGED, totals, key=totals.__getitem__))
    if all(is_wanted(file.path) for file in best.values()):
        return best
    every = files_by_id(index, list(totals))
    wanted = [file_id for file_id, file in every.items() if is_wanted(file.path)]
    chosen = heapq.nlargest(MAX_JUDGED, wanted, key=totals.__getitem__)
    return {file_id: every[file_id] for file_id in chosen}


def _add(totals: defaultdict[int, float], weight: float, scores: Scores) -> None:
    """Add a signal, scaled so that its best file gets the whole weight."""
    best = max(scores.values(), default=0.0)
    for file_id, score in scores.items():
        totals[file_id] += weight * score / best if best > 0 else 0.0


def _weighed(
    index: sqlite3.Connection, query: Query, found: list[ChunkScore]
) -> list[tuple[float, Scores]]:
    weighed = [
        (1.0, signals.text(found)),
        (PATH_WEIGHT, signals.paths(index, query)),
        (SYMBOL_WEIGHT, signals.symbols(index, query)),
        (DEFINITION_WEIGHT, signals.definitions(index, query)),
        (USER_WEIGHT, signals.users(index, query)),
        (CALLEE_WEIGHT, signals.callees(index, found)),
        (HISTORY_WEIGHT, signals.history(index, query)),
    ]
    if len(found) < FEW_CHUNKS:
        weighed.append((BODY_WEIGHT, fulltext.files(index, query.match, "body")))
    return weighed


def _chunks(index: sqlite3.Connection, query: Query) -> list[ChunkScore]:
    """Chunks by their words; one that has a phrase of the question is as good as the best."""
    match = " OR ".join(without_common(index, query.terms, CHUNKS))
    found = {chunk.chunk_id: chunk.score for chunk in fulltext.chunks(index, match)}
    best = max(found.values(), default=1.0)
    for phrase in query.phrases:
        for chunk in fulltext.chunks(index, phrase, fulltext.MAX_PHRASES):
            found[chunk.chunk_id] = found.get(chunk.chunk_id, 0.0) + PHRASE_BONUS * best
    for chunk in _asking(index, query):
        found[chunk.chunk_id] = found.get(chunk.chunk_id, 0.0) + PHRASE_BONUS * best
    scored = [ChunkScore(chunk_id, score) for chunk_id, score in found.items()]
    return sorted(scored, key=lambda chunk: (-chunk.score, chunk.chunk_id))


def _asking(index: sqlite3.Connection, query: Query) -> list[ChunkScore]:
    """Chunks in which the whole question stands word for word."""
    return fulltext.chunks(index, query.whole, fulltext.MAX_PHRASES) if query.whole else []


def prior(file: File, query: Query, *, asks_it: bool = False) -> float:
    """How likely a file of this kind is what the question wants."""
    if file.kind == "test":
        return ASKED_TEST_PRIOR if query.is_about_tests else TEST_PRIOR
    if file.kind != "code":
        return 1.0 if query.is_about_docs or asks_it else SIDE_PRIOR
    if _SIDE_PATH.search(file.path):
        return 1.0 if query.is_about_examples else SIDE_PRIOR
    return 1.0
