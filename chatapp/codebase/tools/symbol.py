"""`get_symbol`: the whole source of one definition."""

from typing import Final, TypedDict

from chatapp.codebase.facts import graph
from chatapp.codebase.search.contents import clamp, lines_of
from chatapp.codebase.search.symbols import Symbol
from chatapp.codebase.search.targets import SymbolTarget, Unknown, resolve
from chatapp.codebase.tools.budget import Block
from chatapp.codebase.tools.context import unknown_block
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.pages import link_data
from chatapp.codebase.tools.reply import Place, Reply, evidence
from chatapp.codebase.tools.shapes import LinkData
from chatapp.domain.sources import LineRange

MAX_DEFINITIONS: Final = 5
PIECE_LINES: Final = 120


class SymbolData(Place):
    """A definition with its source, verbatim, and who uses it."""

    symbol: str
    kind: str
    signature: str
    docstring: str
    complexity: int | None
    source: str
    callers: list[LinkData]


class SymbolReport(TypedDict):
    """The artifact ``symbol``: every definition of the name, likeliest first."""

    name: str
    definitions: list[SymbolData]


def get_symbol(desk: Desk, name: str) -> Reply:
    """The whole source of a class, function or method, of every definition with this name.

    Args:
        desk: Set by the server.
        name: `name`, `Class.method` or `path::name`.
    """
    target = resolve(desk.index, name)
    if not isinstance(target, SymbolTarget):
        missing = target if isinstance(target, Unknown) else Unknown(name, "it is not a definition")
        return Reply(f"not found: {name[:80]}", (unknown_block(missing),), _data(name, []))
    found = [target.symbol, *target.others][:MAX_DEFINITIONS]
    blocks = [block for symbol in found for block in _blocks(desk, symbol)]
    data = _data(name, [_symbol_data(desk, symbol) for symbol in found])
    return Reply(f"{len(found)} definitions", tuple(blocks), data)


def _data(name: str, found: list[SymbolData]) -> SymbolReport:
    return {"name": name, "definitions": found}


def _source(desk: Desk, symbol: Symbol) -> tuple[LineRange, list[str]]:
    lines = lines_of(desk.index, symbol.file_id)
    span = clamp(symbol.start_line, symbol.end_line, len(lines))
    return span, lines[span.start - 1 : span.end]


def _blocks(desk: Desk, symbol: Symbol) -> list[Block]:
    span, lines = _source(desk, symbol)
    blocks = []
    for at in range(0, len(lines), PIECE_LINES):
        piece = lines[at : at + PIECE_LINES]
        place = (symbol.path, LineRange(span.start + at, span.start + at + len(piece) - 1))
        blocks.append(evidence(desk, place, piece, symbol=symbol.qualified_name, kind=symbol.kind))
    return blocks


def _symbol_data(desk: Desk, symbol: Symbol) -> SymbolData:
    span, lines = _source(desk, symbol)
    return {
        "path": symbol.path,
        "start_line": span.start,
        "end_line": span.end,
        "symbol": symbol.qualified_name,
        "kind": symbol.kind,
        "signature": symbol.signature,
        "docstring": symbol.docstring,
        "complexity": symbol.complexity,
        "source": "\n".join(lines),
        "callers": link_data(graph.callers(desk.index, symbol.symbol_id, symbol.name)),
    }
