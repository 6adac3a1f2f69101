"""Keeping a source from costing minutes, gigabytes or the process, whoever wrote it.

tree-sitter recurses in C and keeps every reading of an ambiguous text, so a file of 60,000 opening
brackets can overflow its stack. The limits count work, never time: the same bytes are always
treated the same way. What exceeds them is read as text without symbols.
"""

import re
from itertools import accumulate
from typing import Final

from tree_sitter import Node, Parser

MAX_DEPTH: Final = 600
MAX_ANGLES: Final = 300
"""How deep ``<`` may nest within one statement."""

MAX_TREE_DEPTH: Final = 700
PROBES: Final = 32

STEPS_FREE: Final = 1_000
BYTES_A_STEP: Final = 20
"""tree-sitter reports each 100 operations; real sources need one report for 50-200 bytes."""

WINDOW: Final = 1 << 16

_STEP: Final = {ord(open_): 1 for open_ in "([{"} | {ord(close): -1 for close in ")]}"}
_NOT_BRACKETS: Final = bytes(byte for byte in range(256) if byte not in _STEP)
_STATEMENT_END: Final = re.compile(rb"[;{}]")


def parse_within_limits(parser: Parser, source: bytes) -> Node:
    """The tree of the source, or an empty one where the limits were reached."""
    if not is_too_deep(source):
        steps = iter(range(STEPS_FREE + len(source) // BYTES_A_STEP))
        try:
            return parser.parse(
                lambda offset, _point: source[offset : offset + WINDOW],
                progress_callback=lambda _offset, _has_error: next(steps, None) is None,
            ).root_node
        except ValueError:  # the wheel's way to say that the callback stopped it
            parser.reset()
    return parser.parse(b"").root_node


def deepest(root: Node) -> int:
    """How deep the tree is at its deepest of `PROBES` places, spread evenly over the source."""
    return max(_depth_at(root, root.end_byte * place // PROBES) for place in range(PROBES))


def _depth_at(root: Node, position: int) -> int:
    cursor = root.walk()
    while cursor.depth <= MAX_TREE_DEPTH and cursor.goto_first_child_for_byte(position) is not None:
        pass
    return cursor.depth


def is_too_deep(source: bytes) -> bool:
    """Whether brackets nest deeper than any source that people write."""
    brackets = source.translate(None, _NOT_BRACKETS)
    depth = max(accumulate(map(_STEP.__getitem__, brackets)), default=0)
    if depth > MAX_DEPTH:
        return True
    if source.count(b"<") <= MAX_ANGLES:
        return False
    parts = (part for part in _STATEMENT_END.split(source) if part.count(b"<") > MAX_ANGLES)
    return any(_deepest(part, b"<>") > MAX_ANGLES for part in parts)


def _deepest(text: bytes, pair: bytes) -> int:
    kept = text.translate(None, bytes(set(range(256)) - set(pair)))
    return max(accumulate(1 if byte == pair[0] else -1 for byte in kept), default=0)
