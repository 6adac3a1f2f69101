"""Words that stand in so many chunks of a large repository that asking for them only costs time.

Kept in the index by the build (`compute`), stemmed as FTS5 stems them; a question's terms are
stemmed the same way to be compared. In a small repository no word is common: there every word
was measured to help, and every search is fast.
"""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Final

META_KEY: Final = "common_terms"
MIN_CHUNKS: Final = 2000
MIN_SHARE: Final = 0.1
ENOUGH_TERMS: Final = 4

_VOCABULARY: Final = """
CREATE VIRTUAL TABLE IF NOT EXISTS temp.chunk_terms USING fts5vocab(main, chunks_text, row)
"""
_STEMMER: Final = """
CREATE VIRTUAL TABLE words USING fts5(
  word, tokenize="porter unicode61 categories 'L* N* Co Mn Mc'");
CREATE VIRTUAL TABLE stems USING fts5vocab(words, instance);
"""


def compute(index: sqlite3.Connection) -> str:
    """The common stems of an index as JSON, for its `meta`."""
    total = index.execute("SELECT COUNT(*) FROM chunks").fetchone()[0]
    if total < MIN_CHUNKS:
        return "[]"
    index.execute(_VOCABULARY)
    fewest = max(MIN_CHUNKS, int(MIN_SHARE * total))
    rows = index.execute("SELECT term FROM temp.chunk_terms WHERE doc > ? ORDER BY term", (fewest,))
    return json.dumps([row[0] for row in rows])


def without_common(index: sqlite3.Connection, terms: Sequence[str]) -> Sequence[str]:
    """The terms but those whose every word is common, if enough remain; else all of them."""
    common = _common(index)
    if not common or len(terms) <= ENOUGH_TERMS:
        return terms
    stems = _stems(terms)
    kept = [term for term, found in zip(terms, stems, strict=True) if not found <= common]
    return kept if len(kept) >= ENOUGH_TERMS else terms


def _common(index: sqlite3.Connection) -> frozenset[str]:
    row = index.execute("SELECT value FROM meta WHERE key = ?", (META_KEY,)).fetchone()
    return frozenset(json.loads(row[0])) if row else frozenset()


def _stems(terms: Sequence[str]) -> list[set[str]]:
    with closing(sqlite3.connect(":memory:")) as stemmer:
        stemmer.executescript(_STEMMER)
        numbered = [(number, term.strip('"*')) for number, term in enumerate(terms)]
        stemmer.executemany("INSERT INTO words (rowid, word) VALUES (?, ?)", numbered)
        stems: list[set[str]] = [set() for _ in terms]
        for number, stem in stemmer.execute("SELECT doc, term FROM stems"):
            stems[number].add(stem)
    return stems
