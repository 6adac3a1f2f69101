"""Citations inside an answer: ``path:12-20`` becomes a numbered link to those lines.

A place is numbered at its first mention, so that the numbers of a text do not depend on how it
arrived. What cannot be resolved stays as text with a mark (case Q05). Who resolves is the
caller's business: `CitationBook` takes a function.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from chatapp.domain.sources import CITATION

THIN_SPACE: Final = "\u2009"
"""Keeps a line number and the chip behind it apart where text is read aloud or copied."""

_ONE: Final = (
    CITATION.pattern.replace("?P<path>", "").replace("?P<start>", "").replace("?P<end>", "")
)
_GROUP: Final = re.compile(rf"[\[(]\s*{_ONE}(?:\s*[,;]\s*{_ONE})*\s*[\])]|{_ONE}")


@dataclass(frozen=True, slots=True)
class Place:
    """A resolved citation: what was written, and where it leads."""

    mention: str
    path: str
    lines: str
    url: str
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Lost:
    """A citation that leads nowhere, and why."""

    mention: str
    problem: str


@dataclass(frozen=True, slots=True)
class Numbered:
    """A place with its number in this answer."""

    number: int
    place: Place


Resolve = Callable[[str], Iterable[Place | Lost]]
"""Given any text, what became of its mentions; what is no citation at all is left out."""


class CitationBook:
    """The places an answer cites, numbered in order of first mention."""

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self._known: dict[str, Place | Lost | None] = {}
        self._numbered: dict[str, Numbered] = {}

    def learn(self, text: str) -> None:
        """Resolve in one go whatever `text` mentions that is new."""
        new = {match[0] for match in CITATION.finditer(text)} - self._known.keys()
        if new:
            self._known.update(dict.fromkeys(new))
            self._known.update({found.mention: found for found in self._resolve(" ".join(new))})

    def cite(self, mention: str) -> Numbered | None:
        """The number of a mention, or None when it leads nowhere."""
        place = self._known.get(mention)
        if not isinstance(place, Place):
            return None
        number = len(self._numbered) + 1
        return self._numbered.setdefault(place.url, Numbered(number, place))

    def problem(self, mention: str) -> str:
        """Why a mention that means a place leads nowhere; empty when it means none."""
        found = self._known.get(mention)
        return found.problem if isinstance(found, Lost) else ""

    @property
    def cited(self) -> tuple[Numbered, ...]:
        """Every place cited so far, by number."""
        return tuple(self._numbered.values())


NO_CITATIONS: Final = CitationBook(lambda _text: ())


def citations(parser: MarkdownIt) -> None:
    """Teach a parser the rule; the book comes with each rendering as ``env["book"]``."""
    parser.core.ruler.push("citations", _mark_citations)


def _mark_citations(state: StateCore) -> None:
    book = state.env.get("book", NO_CITATIONS)
    book.learn(state.src)
    for block in state.tokens:
        if block.type == "inline" and block.children:
            block.children = _with_citations(block.children, book)


def _with_citations(tokens: list[Token], book: CitationBook) -> list[Token]:
    marked: list[Token] = []
    link_depth = 0
    for token in tokens:
        link_depth += token.nesting if token.type in ("link_open", "link_close") else 0
        if link_depth or token.type not in ("text", "code_inline"):
            marked.append(token)
        elif token.type == "text":
            marked += _in_text(token, book)
        else:
            marked += _in_code(token, book)
    return marked


def _in_code(token: Token, book: CitationBook) -> list[Token]:
    return _single(token.content, book) if CITATION.fullmatch(token.content) else [token]


def _in_text(token: Token, book: CitationBook) -> list[Token]:
    pieces: list[Token] = []
    end = 0
    for match in _GROUP.finditer(token.content):
        if not _is_place(match[0], book):
            continue
        pieces += [_text(token.content[end : match.start()]), *_group(match[0], book)]
        end = match.end()
    return [*pieces, _text(token.content[end:])] if pieces else [token]


def _is_place(text: str, book: CitationBook) -> bool:
    mentions = [match[0] for match in CITATION.finditer(text)]
    return any(book.cite(mention) or book.problem(mention) for mention in mentions)


def _group(text: str, book: CitationBook) -> list[Token]:
    if text[0] not in "[(":
        return _single(text, book)
    mentions = [match[0] for match in CITATION.finditer(text)]
    if any(book.cite(mention) is None for mention in mentions):
        return _spelled_out(text, mentions, book)
    return [token for mention in mentions for token in _chip(mention, book)]


def _spelled_out(text: str, mentions: list[str], book: CitationBook) -> list[Token]:
    tokens: list[Token] = []
    for mention in mentions:
        before, _, text = text.partition(mention)
        tokens += [_text(before), *_single(mention, book)]
    return [*tokens, _text(text)]


def _single(mention: str, book: CitationBook) -> list[Token]:
    numbered = book.cite(mention)
    if numbered is not None:
        return [_token("cited_path", numbered), _text(THIN_SPACE), *_chip(mention, book)]
    problem = book.problem(mention)
    if not problem:
        return [_text(mention)]
    return [Token("lost_citation", "", 0, content=mention, meta={"title": problem})]


def _chip(mention: str, book: CitationBook) -> list[Token]:
    numbered = book.cite(mention)
    return [_token("citation", numbered)] if numbered else []


def _token(kind: str, numbered: Numbered) -> Token:
    return Token(kind, "", 0, meta={"numbered": numbered})


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
