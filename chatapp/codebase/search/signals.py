"""What speaks for a file as the answer to a question: one function a signal.

Each gives scores by file id, in a scale of its own; `ranking` brings them to one. None of them
knows a repository: they are about words, names and references only.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from chatapp.codebase.schema import ORDINALS
from chatapp.codebase.search import fulltext
from chatapp.codebase.search.commonness import COMMITS, without_common
from chatapp.codebase.search.contents import File
from chatapp.codebase.search.fulltext import ChunkScore
from chatapp.codebase.search.query import Query
from chatapp.codebase.search.symbols import plain_name

CHUNK_DECAY: Final = (1.0, 0.4, 0.2, 0.1, 0.05)
MAX_NAMES: Final = 12
COMMON_NAME_FILES: Final = 60
RARE_NAME_FILES: Final = 3
FOLLOWED_CHUNKS: Final = 8

_DEFINITIONS: Final = "SELECT DISTINCT file_id FROM symbols WHERE name = ? LIMIT ?"
_USES: Final = "SELECT DISTINCT file_id FROM refs WHERE name = ? LIMIT ?"
_CALLEES: Final = """
SELECT r.target_id / ?, MAX(r.confidence) FROM chunks c
JOIN refs r ON r.file_id = c.file_id AND r.from_id = c.symbol_id
WHERE c.id = ? AND r.target_id IS NOT NULL AND r.target_id / ? <> c.file_id GROUP BY 1
"""

Scores = dict[int, float]


def text(found: list[ChunkScore]) -> Scores:
    """The sum of a file's best chunks, of which each next one counts less."""
    return {
        file_id: sum(
            weight * chunk.score for weight, chunk in zip(CHUNK_DECAY, chunks, strict=False)
        )
        for file_id, chunks in by_file(found).items()
    }


def by_file(found: list[ChunkScore]) -> dict[int, list[ChunkScore]]:
    """The chunks of each file, in the order given."""
    files: defaultdict[int, list[ChunkScore]] = defaultdict(list)
    for chunk in found:
        files[chunk.file_id].append(chunk)
    return files


def definitions(index: sqlite3.Connection, query: Query) -> Scores:
    """Files that define a name of the question; a name defined in many places says less.

    A plain word counts too, by half, where it is the name of very few definitions.
    """
    scores: defaultdict[int, float] = defaultdict(float)
    _add_named(scores, index, (_DEFINITIONS, COMMON_NAME_FILES, 1.0), last_names(query))
    _add_named(scores, index, (_DEFINITIONS, RARE_NAME_FILES, 0.5), query.words)
    return scores


def users(index: sqlite3.Connection, query: Query) -> Scores:
    """Files that use a name of the question; one that is used everywhere says nothing."""
    scores: defaultdict[int, float] = defaultdict(float)
    _add_named(scores, index, (_USES, COMMON_NAME_FILES, 1.0), last_names(query))
    return scores


def _add_named(
    scores: defaultdict[int, float],
    index: sqlite3.Connection,
    rule: tuple[str, int, float],
    names: Iterable[str],
) -> None:
    sql, most_files, weight = rule
    for name in names:
        files = [row[0] for row in index.execute(sql, (name, most_files + 1))]
        if len(files) <= most_files:
            for file_id in files:
                scores[file_id] += weight * len(files) ** -0.5


def namesakes(files: Iterable[File], query: Query) -> Scores:
    """Files whose own name is a word of the question, where few are called so."""
    by_stem: defaultdict[str, list[int]] = defaultdict(list)
    words = {*query.words, *(name.lower() for name in last_names(query))}
    for file in files:
        stem = file.path.rpartition("/")[2].partition(".")[0].lower()
        if file.kind == "code" and stem in words:
            by_stem[stem].append(file.file_id)
    rare = (ids for ids in by_stem.values() if len(ids) <= RARE_NAME_FILES)
    return {file_id: len(ids) ** -0.5 for ids in rare for file_id in ids}


def last_names(query: Query) -> list[str]:
    """The names of a question without what qualifies them."""
    names = (plain_name(name).rpartition(".")[2] for name in query.names)
    return list(dict.fromkeys(names))[:MAX_NAMES]


def callees(index: sqlite3.Connection, found: list[ChunkScore]) -> Scores:
    """Files that the best chunks lead to: what they call, as far as it is resolved."""
    scores: defaultdict[int, float] = defaultdict(float)
    for chunk in found[:FOLLOWED_CHUNKS]:
        values = (ORDINALS, chunk.chunk_id, ORDINALS)
        targets = index.execute(_CALLEES, values).fetchall()
        for file_id, confidence in targets:
            share = confidence / len(targets) ** 0.5
            scores[file_id] += share * chunk.score / found[0].score
    return scores


def paths(index: sqlite3.Connection, query: Query) -> Scores:
    """Files whose path has words of the question."""
    return fulltext.files(index, query.match, "path")


def symbols(index: sqlite3.Connection, query: Query) -> Scores:
    """Files whose definitions are named with words of the question."""
    return fulltext.files(index, query.match, "symbols")


def history(index: sqlite3.Connection, query: Query) -> Scores:
    """Files touched by commits whose message has words of the question."""
    terms = without_common(index, query.terms, COMMITS)
    return fulltext.files_of_commits(index, " OR ".join(terms))
