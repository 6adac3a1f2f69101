"""Words that stand in so many chunks or commits that asking for them only costs time.

Kept in the index by the build (`compute`), stemmed as FTS5 stems them; a question's terms are
stemmed the same way to be compared. In a small repository no word is common: there every word
was measured to help, and every search is fast.
"""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

ENOUGH_TERMS: Final = 4


@dataclass(frozen=True, slots=True)
class TextList:
    """A text list, and from when on a word is common in it: in so many rows and such a share."""

    meta_key: str
    table: str
    min_rows: int
    min_share: float


CHUNKS: Final = TextList("common_terms", "chunks", 2000, 0.1)
COMMITS: Final = TextList("common_commit_terms", "commits", 300, 0.03)

_VOCABULARY: Final = """
CREATE VIRTUAL TABLE IF NOT EXISTS temp.{table}_terms USING fts5vocab(main, {table}_text, row)
"""
_STEMMER: Final = """
CREATE VIRTUAL TABLE words USING fts5(
  word, tokenize="porter unicode61 categories 'L* N* Co Mn Mc'");
CREATE VIRTUAL TABLE stems USING fts5vocab(words, instance);
"""


def compute(index: sqlite3.Connection) -> dict[str, str]:
    """The common stems of each list as JSON, for the index's `meta`."""
    return {item.meta_key: json.dumps(_found(index, item)) for item in (CHUNKS, COMMITS)}


def _found(index: sqlite3.Connection, item: TextList) -> list[str]:
    total = index.execute(f"SELECT COUNT(*) FROM {item.table}").fetchone()[0]  # noqa: S608 - ours
    if total < item.min_rows:
        return []
    index.execute(_VOCABULARY.format(table=item.table))
    fewest = max(item.min_rows, int(item.min_share * total))
    query = f"SELECT term FROM temp.{item.table}_terms WHERE doc > ? ORDER BY term"  # noqa: S608
    return [row[0] for row in index.execute(query, (fewest,))]


def without_common(
    index: sqlite3.Connection, terms: tuple[str, ...], item: TextList
) -> tuple[str, ...]:
    """The terms but those whose every word is common, if enough remain; else all of them."""
    common = _common(index, item)
    if not common or len(terms) <= ENOUGH_TERMS:
        return terms
    stems = _stems(terms)
    kept = tuple(term for term, found in zip(terms, stems, strict=True) if not found <= common)
    return kept if len(kept) >= ENOUGH_TERMS else terms


def _common(index: sqlite3.Connection, item: TextList) -> frozenset[str]:
    row = index.execute("SELECT value FROM meta WHERE key = ?", (item.meta_key,)).fetchone()
    return frozenset(json.loads(row[0])) if row else frozenset()


@lru_cache(maxsize=64)
def _stems(terms: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    with closing(sqlite3.connect(":memory:")) as stemmer:
        stemmer.executescript(_STEMMER)
        numbered = [(number, term.strip('"*')) for number, term in enumerate(terms)]
        stemmer.executemany("INSERT INTO words (rowid, word) VALUES (?, ?)", numbered)
        stems: list[set[str]] = [set() for _ in terms]
        for number, stem in stemmer.execute("SELECT doc, term FROM stems"):
            stems[number].add(stem)
    return tuple(map(frozenset, stems))
