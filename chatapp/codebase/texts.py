"""What the text lists hold for a file, a chunk and a decision.

Contentless FTS5 forgets a row only when it is told the row's exact words again, so these must be
a pure function of what the tables keep: the words to insert today are the words to delete later.
A change here raises `words.WORDS_VERSION`.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chatapp.codebase.words import index_text

DATA_CHARS: Final = 600
"""How much of a data file is kept and searchable; its path always is."""


class Named(NamedTuple):
    """A symbol as far as the text lists care."""

    name: str
    qualified_name: str
    start_line: int


class Piece(NamedTuple):
    """A chunk as far as the text lists care; `holder` is the place of its symbol in the file."""

    start_line: int
    end_line: int
    holder: int | None


def kept_text(text: str, kind: str) -> str:
    """As much of a file's text as the index keeps: all of it, or the beginning of a data file."""
    return text[:DATA_CHARS] if kind == "data" else text


def line_words(kept: str) -> list[str]:
    """The words of each line."""
    return [index_text(line) for line in kept.split("\n")]


def file_words(path: str, symbols: Sequence[Named], lines: Sequence[str]) -> tuple[str, str, str]:
    """Columns path, symbols and body of `files_text`."""
    names = " ".join(symbol.name for symbol in symbols)
    return index_text(path), index_text(names), "\n".join(lines)


def chunk_words(piece: Piece, symbols: Sequence[Named], lines: Sequence[str]) -> tuple[str, str]:
    """Columns symbols and body of `chunks_text`."""
    names = [symbols[piece.holder].qualified_name] if piece.holder is not None else []
    names += [
        symbol.name for symbol in symbols if piece.start_line <= symbol.start_line <= piece.end_line
    ]
    body = "\n".join(lines[piece.start_line - 1 : piece.end_line])
    return index_text(" ".join(names)), body


def decision_words(title: str, text: str) -> tuple[str, str]:
    """Columns title and body of `decisions_text`."""
    return index_text(title), index_text(text)
