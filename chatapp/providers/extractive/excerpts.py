"""Which lines of a block to show: the ones that say most, as code without its long comments.

Every excerpt is a stretch of the evidence, so its citation is always inside what a tool gave; a
long comment in the stretch is left out behind an ellipsis, its first sentence is told as prose.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from chatapp.domain.evidence import Evidence
from chatapp.providers.extractive.lines import (
    comment_mask,
    import_mask,
    long_comment_mask,
    parameter_mask,
)
from chatapp.providers.extractive.quoting import is_prose
from chatapp.providers.extractive.weights import Weights

MAX_LINES: Final = 14
COMMENT_SHARE: Final = 0.4
"""Prose in comments matches questions better than code does, but the code is the evidence."""
LITTLE_CODE: Final = 4
ELLIPSIS: Final = "…"


def excerpt(
    block: Evidence, weights: Weights, max_lines: int = MAX_LINES, *, with_comments: bool = False
) -> Evidence:
    """The part of the block that says most, in at most `max_lines` lines.

    Args:
        block: What to choose from.
        weights: What the lines are judged by.
        max_lines: Longest excerpt.
        with_comments: Keep long comments; they are the evidence where a reason is asked for.
    """
    lines = block.content.split("\n")
    kept = _kept(block, lines, with_comments=with_comments)
    if len(kept) > max_lines:
        scores = _scores(lines, weights)
        start = _best_start([scores[place] for place in kept], max_lines)
        kept = kept[start : start + max_lines]
    kept = _without_blank_ends(kept, lines)
    part = block.part(kept[0], kept[-1] + 1)
    return replace(part, content="\n".join(_shown(kept, lines)))


def _kept(block: Evidence, lines: Sequence[str], *, with_comments: bool) -> list[int]:
    """The lines worth showing: of code no imports and long comments, if much is left then."""
    everything = list(range(len(lines)))
    if is_prose(block.path):
        return everything
    imports = import_mask(lines)
    comments = [False] * len(lines) if with_comments else long_comment_mask(lines)
    for masks in ((imports, comments, parameter_mask(lines)), (imports, comments), (imports,)):
        kept = [place for place in everything if not any(mask[place] for mask in masks)]
        if sum(1 for place in kept if lines[place].strip()) >= LITTLE_CODE:
            return kept
    return everything


def _scores(lines: Sequence[str], weights: Weights) -> list[float]:
    return [
        weights.of(line) * (COMMENT_SHARE if is_comment else 1.0)
        for line, is_comment in zip(lines, comment_mask(lines), strict=True)
    ]


def _best_start(scores: Sequence[float], size: int) -> int:
    """The first window of the highest sum: ties show the beginning, where the name is."""
    sums = [sum(scores[start : start + size]) for start in range(len(scores) - size + 1)]
    return sums.index(max(sums))


def _without_blank_ends(kept: list[int], lines: Sequence[str]) -> list[int]:
    filled = [place for place in kept if lines[place].strip()]
    if not filled:
        return kept
    return [place for place in kept if filled[0] <= place <= filled[-1]]


def _shown(kept: Sequence[int], lines: Sequence[str]) -> list[str]:
    """The lines, with an ellipsis in the place of what is left out between them."""
    shown: list[str] = []
    has_gap = False
    for before, place in zip((kept[0] - 1, *kept), kept, strict=False):
        has_gap = has_gap or any(line.strip() for line in lines[before + 1 : place])
        line = lines[place]
        if has_gap and line.strip():
            while shown and not shown[-1].strip():
                shown.pop()
            shown.append(line[: len(line) - len(line.lstrip())] + ELLIPSIS)
            has_gap = False
        if not has_gap:
            shown.append(line)
    return shown


def first_lines(block: Evidence, count: int) -> Evidence:
    """The block's beginning, without blank ends."""
    lines = block.content.split("\n")
    kept = _without_blank_ends(list(range(min(count, len(lines)))), lines)
    return block.part(kept[0], kept[-1] + 1)
