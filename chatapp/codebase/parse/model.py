"""What parsing one file gives: plain values that cross a process boundary cheaply."""

from dataclasses import dataclass
from typing import NamedTuple


class Symbol(NamedTuple):
    """A definition. `parent` is the ordinal of the definition around it."""

    name: str
    qualified_name: str
    kind: str
    parent: int | None
    start_line: int
    end_line: int
    signature: str
    docstring: str
    decorators: str
    is_exported: bool
    complexity: int | None
    parameters: int | None


class Use(NamedTuple):
    """A name that is used: its first line within the definition `source`, and how often there."""

    line: int
    name: str
    qualifier: str
    kind: str
    source: int | None
    times: int


class Import(NamedTuple):
    """`from module import name as alias`; name '' is the module itself, '*' everything."""

    line: int
    module: str
    name: str
    alias: str


class Span(NamedTuple):
    """A piece of a file, and the definition it belongs to."""

    start_line: int
    end_line: int
    symbol: int | None = None


class Passage(NamedTuple):
    """Lines that say why something is as it is; `text` is exactly those lines."""

    kind: str
    start_line: int
    end_line: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a grammar found in one file; comments are merged blocks."""

    symbols: tuple[Symbol, ...] = ()
    uses: tuple[Use, ...] = ()
    imports: tuple[Import, ...] = ()
    comments: tuple[Span, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """Everything the index keeps of one file besides its path and blob."""

    language: str
    kind: str
    is_test: bool
    is_entry_point: bool
    encoding: str
    lines: int
    text: str
    summary: str
    extracted: Extracted
    chunks: tuple[Span, ...]
    passages: tuple[Passage, ...]
