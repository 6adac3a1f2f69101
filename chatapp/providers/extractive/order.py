"""The order in which to explain places: a caller before what it calls, as far as the lines show.

Read off the text (a name followed by a bracket), so it is evidence and not a guess about types.
"""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

from chatapp.domain.evidence import Evidence

SHORTEST_OWN_NAME: Final = 5
"""Shorter names (`run`, `get`) count only behind the name of their module or class."""


def calls(blocks: Sequence[Evidence]) -> dict[int, list[int]]:
    """For each block, by position, the positions of the blocks whose symbol it calls."""
    patterns = [_call_of(block) for block in blocks]
    return {
        caller: [
            called
            for called, pattern in enumerate(patterns)
            if called != caller and pattern and pattern.search(_body(block))
        ]
        for caller, block in enumerate(blocks)
    }


def _body(block: Evidence) -> str:
    """The lines without the definition line, which is no call."""
    return block.content.partition("\n")[2]


def _call_of(block: Evidence) -> re.Pattern[str] | None:
    name = block.symbol.split(".")[-1]
    if not name:
        return None
    if len(name) >= SHORTEST_OWN_NAME:
        return re.compile(rf"(?<!def )(?<!\w){re.escape(name)}\s*\(")
    owners = {PurePosixPath(block.path).stem, *block.symbol.split(".")[:-1]}
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, owners))})\.{re.escape(name)}\s*\(")


def in_call_order(blocks: Sequence[Evidence]) -> list[int]:
    """Positions so that callers come first; where nothing calls anything, as they were."""
    edges = calls(blocks)
    left = list(range(len(blocks)))
    ordered: list[int] = []
    while left:
        free = [place for place in left if not _is_called(place, left, edges)]
        chosen = _next(ordered, free or left, edges)
        ordered.append(chosen)
        left.remove(chosen)
    return ordered


def _is_called(place: int, callers: Sequence[int], edges: dict[int, list[int]]) -> bool:
    return any(place in edges[caller] for caller in callers if caller != place)


def _next(ordered: Sequence[int], candidates: Sequence[int], edges: dict[int, list[int]]) -> int:
    """The best ranked one that the last explained place calls, else the best ranked."""
    called = [place for place in candidates if ordered and place in edges[ordered[-1]]]
    return (called or candidates)[0]


def chain(order: Sequence[int], edges: dict[int, list[int]]) -> list[int]:
    """The longest run in `order` in which each place calls the next."""
    best: list[int] = []
    run: list[int] = []
    for place in order:
        run = [*run, place] if run and place in edges[run[-1]] else [place]
        best = max(best, run, key=len)
    return best if len(best) > 1 else []
