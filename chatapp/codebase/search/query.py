"""What a question asks for: its words, the names of code in it, and what it is about.

Nothing in here can break a search: whatever the text, the terms come out quoted for FTS5, or
there are none. Called by the rankings of this package.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.words import index_text, name_parts, query_terms

MAX_CHARS: Final = 4000
MAX_TERMS: Final = 48
MIN_NAME: Final = 2
LONG_WORD: Final = 6
MAX_PHRASES: Final = 4

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

_FILLER_TEXT: Final = """
purpose relationship relationships role responsibility responsible architecture architectural
design designed pattern patterns mechanism mechanisms implementation implement implemented
implements implementing strategy approach ensure ensures ensuring maintain maintains maintaining
prevent prevents preventing impact affect affects handle handles handling happen happens work works
provide provides specific specifically codebase located find occur occurs interaction interact
interacts rather require requires required underlying enable enables achieve allow allows existing
different multiple given determine determines explain describe get gets come comes go goes
"""
FILLERS: Final = frozenset(_FILLER_TEXT.split())
"""Words in which questions about any code are asked; left out while enough others remain."""

ENOUGH_TERMS: Final = 3
SHORT_QUERY_WORDS: Final = 6

_WORD: Final = re.compile(r"\w+")
_NAME: Final = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::|->|#)[A-Za-z_]\w*)*")
_LETTERS: Final = re.compile(r"[A-Za-z]+")
_SEPARATOR: Final = re.compile(r"\.|::|->|#")
_PATH: Final = re.compile(r"[\w.@+-]+(?:/[\w.@+-]+)+|[\w-]+\.[A-Za-z]\w{0,4}\b")
_ABOUT_TESTS: Final = re.compile(
    r"\b(tests?|tested|testing|testcases?|specs?|test_\w+|Test[A-Z]\w*)\b"
)
_ABOUT_EXAMPLES: Final = re.compile(r"\b(examples?|samples?|demos?|benchmarks?|vendored)\b", re.I)
_QUOTED: Final = re.compile(r'"([^"\n]{3,80})"|`([^`\n]{3,80})`')
_ABOUT_DOCS: Final = re.compile(
    r"\b(docs?|documentation|documented|readme|changelog|release notes?|tutorial|guide)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Query:
    """A question, read.

    Attributes:
        terms: Quoted FTS5 terms without stop words.
        names: Words of the question that can only be names of code, longest first.
        words: Its longer plain words, lower-case, without stop words and fillers.
        paths: Words that look like paths or file names.
        phrases: FTS5 phrases of what must stand together: dotted names, quotations.
        whole: The FTS5 phrase of a whole question, for the page that asks and answers the same.
    """

    text: str
    terms: tuple[str, ...]
    names: tuple[str, ...]
    words: tuple[str, ...]
    paths: tuple[str, ...]
    is_about_tests: bool
    is_about_docs: bool
    is_about_examples: bool
    phrases: tuple[str, ...]
    whole: str

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
        words=_plain_words(text),
        paths=tuple(dict.fromkeys(_PATH.findall(text))),
        is_about_tests=_ABOUT_TESTS.search(text) is not None,
        is_about_docs=_ABOUT_DOCS.search(text) is not None,
        is_about_examples=_ABOUT_EXAMPLES.search(text) is not None,
        phrases=tuple(_phrases(text)),
        whole=_whole(text),
    )


def _terms(text: str) -> list[str]:
    """Terms without stop words, and without fillers if enough is left; all if nothing is."""
    fewest = query_terms(_without(text, STOP_WORDS | FILLERS))
    if len(fewest) >= ENOUGH_TERMS:
        return fewest
    return query_terms(_without(text, STOP_WORDS)) or query_terms(text)


def _without(text: str, words: frozenset[str]) -> str:
    return _WORD.sub(lambda found: "" if found.group().lower() in words else found.group(), text)


def _phrases(text: str) -> Iterator[str]:
    """A short query as a whole, its quotations and dotted names; none of a long question.

    In whole questions phrases were measured to hurt: what they quote is where the asker looks
    from, not what they look for.
    """
    if len(text.split()) > SHORT_QUERY_WORDS:
        return
    quoted = [found for pair in _QUOTED.findall(text) for found in pair if found]
    dotted = [name for name in _NAME.findall(text) if _SEPARATOR.search(name)]
    for part in list(dict.fromkeys([text, *quoted, *dotted]))[:MAX_PHRASES]:
        phrase = _phrase(part)
        if phrase:
            yield phrase


def _whole(text: str) -> str:
    """The phrase of a question of some length, else nothing; a short one is among the phrases."""
    return _phrase(text) if len(text.split()) > SHORT_QUERY_WORDS else ""


def _phrase(part: str) -> str:
    words = index_text(part).split()
    return f'"{" ".join(words)}"' if part.isascii() and 1 < len(words) <= MAX_TERMS else ""


def _names(text: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in _NAME.findall(text):
        pieces = _SEPARATOR.split(name)
        candidates = [name, *pieces] if len(pieces) > 1 else pieces
        found.update(dict.fromkeys(piece for piece in candidates if _is_name(piece)))
    return tuple(sorted(found, key=len, reverse=True))


def _plain_words(text: str) -> tuple[str, ...]:
    words = dict.fromkeys(word.lower() for word in _LETTERS.findall(text))
    common = STOP_WORDS | FILLERS
    return tuple(word for word in words if len(word) >= LONG_WORD and word not in common)


def _is_name(word: str) -> bool:
    """Whether a word is no plain word: it has an underscore, an inner capital or a separator."""
    if len(word) < MIN_NAME:
        return False
    return len(name_parts(word)) > 1 or "_" in word or _SEPARATOR.search(word) is not None
