"""What a question asks for: its words, the names of code in it, and what it is about.

Nothing in here can break a search: whatever the text, the terms come out quoted for FTS5, or
there are none. Called by the rankings of this package.
"""

import re
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.words import name_parts, query_terms

MAX_CHARS: Final = 4000
MAX_TERMS: Final = 48
MIN_NAME: Final = 2

_STOP_TEXT: Final = """
a about across after all also an and any are as at be because been before being between both
but by can could did do does doing during each either else ever every for from further had
has have having how however i if in instead into is it its itself just let like may me might
more most must my no nor not of on once one only or other our out over own per rather same
shall she should so some such than that the their them then there these they this those
through to too under until up upon us use used uses using very via was we were what when
where whether which while who whom whose why will with within without would you your
"""
STOP_WORDS: Final = frozenset(_STOP_TEXT.split())

_WORD: Final = re.compile(r"\w+")
_NAME: Final = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::|->|#)[A-Za-z_]\w*)*")
_SEPARATOR: Final = re.compile(r"\.|::|->|#")
_PATH: Final = re.compile(r"[\w.@+-]+(?:/[\w.@+-]+)+|[\w-]+\.[A-Za-z]\w{0,4}\b")
_ABOUT_TESTS: Final = re.compile(
    r"\b(tests?|tested|testing|testcases?|specs?|test_\w+|Test[A-Z]\w*)\b"
)
_ABOUT_DOCS: Final = re.compile(
    r"\b(docs?|documentation|documented|readme|changelog|release notes?|tutorial|guide)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Query:
    """A question, read.

    Attributes:
        terms: Quoted FTS5 terms without stop words.
        names: Words of the question that can only be names of code, longest first.
        paths: Words that look like paths or file names.
    """

    text: str
    terms: tuple[str, ...]
    names: tuple[str, ...]
    paths: tuple[str, ...]
    is_about_tests: bool
    is_about_docs: bool

    @property
    def match(self) -> str:
        """The FTS5 expression: any of the terms."""
        return " OR ".join(self.terms)


def read_query(text: str) -> Query:
    """Read a question of any form and length."""
    text = text[:MAX_CHARS]
    return Query(
        text=text,
        terms=tuple(_terms(text)[:MAX_TERMS]),
        names=_names(text),
        paths=tuple(dict.fromkeys(_PATH.findall(text))),
        is_about_tests=_ABOUT_TESTS.search(text) is not None,
        is_about_docs=_ABOUT_DOCS.search(text) is not None,
    )


def _terms(text: str) -> list[str]:
    kept = _WORD.sub(
        lambda found: "" if found.group().lower() in STOP_WORDS else found.group(), text
    )
    return query_terms(kept) or query_terms(text)


def _names(text: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in _NAME.findall(text):
        pieces = _SEPARATOR.split(name)
        candidates = [name, *pieces] if len(pieces) > 1 else pieces
        found.update(dict.fromkeys(piece for piece in candidates if _is_name(piece)))
    return tuple(sorted(found, key=len, reverse=True))


def _is_name(word: str) -> bool:
    """Whether a word is no plain word: it has an underscore, an inner capital or a separator."""
    if len(word) < MIN_NAME:
        return False
    return len(name_parts(word)) > 1 or "_" in word or _SEPARATOR.search(word) is not None
