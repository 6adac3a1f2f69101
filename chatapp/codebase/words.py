"""How text becomes words, the same way for the index and for questions.

Not a tokenizer: SQLite's ``porter unicode61`` still splits and stems what comes out of here. This
adds what it lacks: the parts of ``camelCase`` and ``snake_case`` names beside the joined form, and
bigrams for scripts that write no spaces. Called by `chatapp.codebase.index` and `.search`.

Invariant: a word that a question finds is written identically on both sides; a change here raises
`WORDS_VERSION`, which makes every index be built anew.
"""

import re
import unicodedata
from typing import Final

WORDS_VERSION: Final = 1

MAX_WORD: Final = 64
"""Longer runs are hashes, base64 or generated names: nobody asks for them."""

MAX_DIGITS: Final = 5
"""Longer numbers are data; years, ports and error codes are not."""

STOP_WORDS: Final = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be by def for from in is it its of on or self that the this to was"
        " with",
    )
)
"""Words that say nothing: they would double the cost of a question and change no order."""

_DENSE: Final = (
    "\u0e00-\u0e7f"  # Thai
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # Kana and iteration marks
    "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"  # Hangul
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_RUN: Final = re.compile(rf"[{_DENSE}]+|(?:(?![{_DENSE}])\w)+")
_DENSE_RUN: Final = re.compile(rf"[{_DENSE}]+")
_ASCII_RUN: Final = re.compile(r"\w+", re.ASCII)
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_FOREIGN_PART: Final = re.compile(r"[^\W\d_]+|\d+")


def index_text(text: str) -> str:
    """The text as space-separated words for FTS5: each name joined, then its parts.

    ``HTTPServer`` gives ``httpserver http server``; a run of Chinese, Japanese, Korean or Thai
    gives its overlapping pairs and its last character, so that every character starts a word.
    """
    return " ".join(map(_WORDS.__getitem__, _runs(text)))


def query_terms(text: str) -> list[str]:
    """FTS5 terms of a question, ready to be joined with ``OR``; [] when it has no word.

    Each is already quoted. Parts of a name follow the joined form; two or more characters of a
    dense script give their pairs and, longer, the whole as a phrase; one gives a prefix.
    """
    terms: dict[str, None] = {}
    for run in _runs(text):
        terms.update(dict.fromkeys(_terms(run)))
    return list(terms)


def _terms(run: str) -> list[str]:
    if not _DENSE_RUN.fullmatch(run):
        return [f'"{word}"' for word in _WORDS[run].split()]
    if len(run) == 1:
        return [f'"{run}"*']
    pairs = [run[at : at + 2] for at in range(len(run) - 1)]
    phrase = [f'"{" ".join(pairs)}"'] if len(pairs) > 1 else []
    return phrase + [f'"{pair}"' for pair in pairs]


def name_parts(name: str) -> tuple[str, ...]:
    """The lower-case parts of one name: ``get_HTTPServer2`` -> get, http, server, 2."""
    pattern = _PART if name.isascii() else _FOREIGN_PART
    return tuple(part.lower() for part in pattern.findall(name))


def _runs(text: str) -> list[str]:
    if text.isascii():
        return _ASCII_RUN.findall(text)
    return _RUN.findall(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)))


class _Words(dict[str, str]):
    """A memo from one run of letters to its words: sources repeat a small vocabulary."""

    LIMIT: Final = 200_000

    def __missing__(self, run: str) -> str:
        if len(self) >= self.LIMIT:
            self.clear()
        words = self[run] = _words(run)
        return words


def _words(run: str) -> str:
    if _DENSE_RUN.fullmatch(run):
        return " ".join(run[at : at + 2] for at in range(len(run)))
    if len(run) > MAX_WORD or (len(run) > MAX_DIGITS and run.isdigit()):
        return ""
    parts = name_parts(run)
    joined = run.replace("_", "").lower()
    words = (joined,) if len(parts) < 2 else (joined, *parts)
    return " ".join(word for word in words if word not in STOP_WORDS)


_WORDS: Final = _Words()
