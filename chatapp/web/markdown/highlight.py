"""Source text to HTML with seven classes of colour, escaped, with invisible characters shown.

Used by fenced code in answers, by peeks and by the code view. An unknown language is plain text.
"""

import html
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, _TokenType
from pygments.util import ClassNotFound

LONGEST_HIGHLIGHTED: Final = 400_000
CLASSES: Final = frozenset({"k", "s", "n", "f", "c", "gi", "gd"})
_NAMED: Final = (Name.Function, Name.Class, Name.Decorator, Name.Builtin, Name.Exception)
_COLOURS: Final = (
    (Comment, "c"),
    (Keyword, "k"),
    (Operator.Word, "k"),
    (Name.Tag, "k"),
    (String, "s"),
    (Number, "n"),
    *((name, "f") for name in _NAMED),
    (Name.Attribute, "f"),
    (Generic.Inserted, "gi"),
    (Generic.Deleted, "gd"),
    (Generic.Heading, "f"),
    (Generic.Subheading, "f"),
)
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def highlight(code: str, language: str) -> str:
    """`code` as HTML spans; a language by its common name, e.g. ``python``."""
    return "\n".join(highlighted_lines(code, _by_name(language)))


def highlight_file(code: str, path: str) -> tuple[str, ...]:
    """The lines of a file as HTML, the language told by its name."""
    return tuple(highlighted_lines(code, _by_filename(path.rsplit("/", 1)[-1])))


def highlighted_lines(code: str, lexer: Lexer) -> list[str]:
    """One HTML string for each line; no span crosses a line end."""
    if len(code) > LONGEST_HIGHLIGHTED:
        return [visible(line) for line in code.split("\n")]
    lines = [""]
    for colour, text in _runs(lexer.get_tokens(code)):
        first, *others = text.split("\n")
        lines[-1] += _span(colour, first)
        lines += [_span(colour, part) for part in others]
    return lines


def _runs(tokens: Iterable[tuple[_TokenType, str]]) -> Iterator[tuple[str, str]]:
    coloured = ((_colour(kind), text) for kind, text in tokens)
    for colour, run in groupby(coloured, key=itemgetter(0)):
        yield colour, "".join(text for _, text in run)


def visible(text: str) -> str:
    """Escaped text in which bidi controls and zero-width characters show and still copy (E03)."""
    return _UNSEEN.sub(_shown, html.escape(text, quote=False))


def _shown(match: re.Match[str]) -> str:
    return f'<bdi class="unseen" title="U+{ord(match[0]):04X}">{match[0]}</bdi>'


def _span(colour: str, text: str) -> str:
    shown = visible(text)
    return f'<span class="{colour}">{shown}</span>' if colour and text.strip() else shown


@lru_cache(maxsize=512)
def _colour(kind: _TokenType) -> str:
    return next((colour for group, colour in _COLOURS if kind[: len(group)] == group), "")


@lru_cache(maxsize=128)
def _by_name(language: str) -> Lexer:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return TextLexer(stripnl=False, ensurenl=False)


@lru_cache(maxsize=512)
def _by_filename(filename: str) -> Lexer:
    try:
        return get_lexer_for_filename(filename, None, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return TextLexer(stripnl=False, ensurenl=False)
