"""The definitions of one file at the indexed commit, as an outline beside its text.

Called by `chatapp.access` for the code view. The tools have their own, richer page of a file.
"""

from contextlib import closing

from chatapp.codebase.schema import open_index
from chatapp.codebase.search.contents import find_file
from chatapp.codebase.search.symbols import Symbol, symbols_in
from chatapp.domain.repositories import OutlineItem
from chatapp.infra.handle import Infra


def outline(infra: Infra, repository_id: str, path: str) -> tuple[OutlineItem, ...]:
    """The definitions of `path` in the order they stand; empty for a file without any."""
    with closing(open_index(infra, repository_id)) as index:
        file = find_file(index, path)
        symbols = symbols_in(index, file.file_id) if file else []
    return items(symbols)


def items(symbols: list[Symbol]) -> tuple[OutlineItem, ...]:
    """Symbols with how deep they are nested; an outer one stands before what is inside it."""
    depths: dict[int, int] = {}
    made = []
    for symbol in symbols:
        depth = depths.get(symbol.parent_id, -1) + 1 if symbol.parent_id is not None else 0
        depths[symbol.symbol_id] = depth
        made.append(OutlineItem(symbol.name, symbol.kind, symbol.start_line, depth))
    return tuple(made)
