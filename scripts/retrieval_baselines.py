"""Two plain rankings to compare the product's search with; nothing in the product uses them.

`KeywordBaseline` is what a careful grep user would build in an afternoon: BM25 over whole files,
a bonus for words in the path, tests worth 0.6. `FullTextBaseline` is SQLite's FTS5 as it comes.
Both see the same files, and both are made anew for every run of `bench_retrieval.py`.
"""

import math
import re
import sqlite3
from collections import Counter
from collections.abc import Mapping
from typing import Final

WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d+")
PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
TEST_PATH: Final = re.compile(r"(^|/)(tests?|testing|__tests__|spec)/|(^|/)test_|_test\.|\.test\.")
K1: Final = 1.2
B: Final = 0.75
PATH_BONUS: Final = 2.0
TEST_FACTOR: Final = 0.6
MIN_WORD: Final = 3


def words_of(text: str) -> list[str]:
    """Identifiers in lower case, and the parts of compound ones."""
    found: list[str] = []
    for word in WORD.findall(text):
        parts = [part.lower() for part in PART.findall(word)]
        found += parts if len(parts) == 1 else [word.lower(), *parts]
    return [word for word in found if len(word) >= MIN_WORD]


class KeywordBaseline:
    """BM25 over whole files with a path bonus and tests x 0.6."""

    name = "BM25 whole files"

    def __init__(self, files: Mapping[str, str]) -> None:
        self._counts = {path: Counter(words_of(text)) for path, text in files.items()}
        self._lengths = {path: sum(counts.values()) for path, counts in self._counts.items()}
        self._mean = sum(self._lengths.values()) / max(1, len(files))
        self._spread = Counter(word for counts in self._counts.values() for word in counts)
        self._paths = {path: set(words_of(path)) for path in files}

    def search(self, question: str, limit: int) -> list[str]:
        """The best `limit` paths, best first."""
        words = set(words_of(question))
        scores = {path: self._score(path, words) for path in self._counts}
        return sorted(scores, key=lambda path: (-scores[path], path))[:limit]

    def _score(self, path: str, words: set[str]) -> float:
        norm = K1 * (1 - B + B * self._lengths[path] / self._mean)
        counts = self._counts[path]
        score = 0.0
        for word in words & self._spread.keys():
            rarity = math.log(1 + (len(self._counts) - self._spread[word] + 0.5) / self._spread[word])
            score += rarity * counts[word] * (K1 + 1) / (counts[word] + norm)
            score += rarity * PATH_BONUS * (word in self._paths[path])
        return score * (TEST_FACTOR if TEST_PATH.search(path) else 1.0)


class FullTextBaseline:
    """FTS5 with its default tokenizer, an OR of the question's words, ranked by bm25()."""

    name = "plain FTS5"

    def __init__(self, files: Mapping[str, str]) -> None:
        self._index = sqlite3.connect(":memory:")
        self._index.execute("CREATE VIRTUAL TABLE files USING fts5(path, body)")
        self._index.executemany("INSERT INTO files VALUES (?, ?)", files.items())

    def search(self, question: str, limit: int) -> list[str]:
        """The best `limit` paths, best first."""
        query = " OR ".join(f'"{word}"' for word in dict.fromkeys(WORD.findall(question)))
        rows = self._index.execute(
            "SELECT path FROM files WHERE files MATCH ? ORDER BY rank LIMIT ?", (query, limit)
        )
        return [path for (path,) in rows]
