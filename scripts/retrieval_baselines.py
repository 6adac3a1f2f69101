"""Two plain rankings to compare the product's search with; nothing in the product uses them.

`KeywordBaseline` is what a careful grep user would build in an afternoon: BM25 over whole source
files without stop words, a bonus for words in the path, tests worth 0.6. `FullTextBaseline` is
SQLite's FTS5 as it comes. Both are made anew in every run of `bench_retrieval.py`.
"""

import math
import re
import sqlite3
from collections import Counter
from collections.abc import Mapping
from typing import Final

WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d+")
PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
SOURCE: Final = re.compile(
    r"\.(py|pyi|js|jsx|ts|tsx|go|java|rs|c|h|cc|cpp|hpp|cs|rb|php|kt|swift|scala|sh)$"
)
TEST_PATH: Final = re.compile(r"(^|/)(tests?|testing|__tests__|spec)/|(^|/)test_|_test\.|\.test\.")
STOP_WORDS: Final = frozenset(
    """
    a an and are as at be because been before between both but by can could did do does each for
    from had has have how if in into is it its may more must no not of on one only or other our
    over rather same should so some such than that the their them then there these they this those
    through to under use used uses using via was what when where whether which while who why will
    with within without would you your
    """.split()  # noqa: SIM905 - a column of quoted words would be three screens
)
K1: Final = 1.2
B: Final = 0.75
PATH_BONUS: Final = 4.0
TEST_FACTOR: Final = 0.6
MIN_WORD: Final = 3


def words_of(text: str) -> list[str]:
    """Identifiers in lower case, and the parts of compound ones, without stop words."""
    found: list[str] = []
    for word in WORD.findall(text):
        parts = [part.lower() for part in PART.findall(word)]
        found += parts if len(parts) == 1 else [word.lower(), *parts]
    return [word for word in found if len(word) >= MIN_WORD and word not in STOP_WORDS]


class KeywordBaseline:
    """BM25 over whole source files with a path bonus and tests x 0.6."""

    name = "BM25, whole files"

    def __init__(self, files: Mapping[str, str]) -> None:
        sources = {path: text for path, text in files.items() if SOURCE.search(path)}
        self._counts = {path: Counter(words_of(text)) for path, text in sources.items()}
        self._lengths = {path: counts.total() for path, counts in self._counts.items()}
        self._mean = sum(self._lengths.values()) / max(1, len(sources))
        self._spread = Counter(word for counts in self._counts.values() for word in counts)
        self._paths = {path: set(words_of(path)) for path in sources}

    def search(self, question: str, limit: int) -> list[str]:
        """The best `limit` paths, best first."""
        words = set(words_of(question)) & self._spread.keys()
        scores = {path: self._score(path, words) for path in self._counts}
        return sorted(scores, key=lambda path: (-scores[path], path))[:limit]

    def _score(self, path: str, words: set[str]) -> float:
        norm = K1 * (1 - B + B * self._lengths[path] / self._mean)
        score = sum(self._rarity(word) * self._weight(path, word, norm) for word in words)
        return score * (TEST_FACTOR if TEST_PATH.search(path) else 1.0)

    def _weight(self, path: str, word: str, norm: float) -> float:
        count = self._counts[path][word]
        return count * (K1 + 1) / (count + norm) + PATH_BONUS * (word in self._paths[path])

    def _rarity(self, word: str) -> float:
        spread = self._spread[word]
        return math.log(1 + (len(self._counts) - spread + 0.5) / spread)


class FullTextBaseline:
    """FTS5 with its default tokenizer, an OR of the question's words, ranked by bm25()."""

    name = "plain FTS5"

    def __init__(self, files: Mapping[str, str]) -> None:
        self._index = sqlite3.connect(":memory:")
        self._index.execute("CREATE VIRTUAL TABLE files USING fts5(path, body)")
        self._index.executemany("INSERT INTO files VALUES (?, ?)", files.items())

    def search(self, question: str, limit: int) -> list[str]:
        """The best `limit` paths, best first."""
        words = [word for word in WORD.findall(question) if word.lower() not in STOP_WORDS]
        query = " OR ".join(f'"{word}"' for word in dict.fromkeys(words))
        rows = self._index.execute(
            "SELECT path FROM files WHERE files MATCH ? ORDER BY rank LIMIT ?", (query, limit)
        )
        return [path for (path,) in rows]
