"""Which of the places that tools found belong into the answer, best first.

The tools' own ranking decides; what the question names goes before it, tests that nobody asked
about behind it. Pure.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from chatapp.domain.evidence import Evidence, parse_evidence
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.lines import import_mask
from chatapp.providers.extractive.question import Question
from chatapp.providers.extractive.quoting import is_prose, label
from chatapp.providers.extractive.ranking import hits, is_in_the_way
from chatapp.providers.extractive.weights import Weights

SHOWN_APART: Final = frozenset({"get_why", "get_overview", "get_risk"})
MAX_FILES: Final = 5
MAX_RELATED: Final = 8
SECOND_SHARE: Final = 0.7
"""A file's second block is shown when it says at least this much of what the first one says."""
MAX_PLACES: Final = 7


@dataclass(frozen=True, slots=True)
class Places:
    """What to quote, and what to name only; no file is in both."""

    quoted: tuple[Evidence, ...]
    related: tuple[Evidence, ...]


def choose(situation: Situation) -> tuple[Places, Weights]:
    """The places for this question, and the weights they were judged by."""
    found = list(_found(situation))
    weights = Weights(situation.question, [judged(block) for block in found])
    files = _by_file(situation, found)
    order = sorted(files, key=lambda path: _priority(situation.question, path, files[path]))
    best = {path: _best_of(situation.question, files[path], weights) for path in order}
    quoted = [block for path in order[:MAX_FILES] for block in best[path]]
    related = [best[path][0] for path in order[MAX_FILES:]]
    return Places(tuple(quoted[:MAX_PLACES]), tuple(related[:MAX_RELATED])), weights


def along(places: Places, steps: Sequence[Evidence]) -> Places:
    """The steps quoted in their order, what was chosen otherwise named behind them."""
    if not steps:
        return places
    shown = {block.path for block in steps}
    others = [item for item in (*places.quoted, *places.related) if item.path not in shown]
    first = {block.path: block for block in reversed(others)}
    related = [block for block in others if first[block.path] is block]
    return Places(tuple(steps), tuple(related[:MAX_RELATED]))


def missing_words(question: Question, places: Places) -> tuple[str, ...]:
    """What the question is about and no place mentions; nothing while that is less than half.

    A search returns its best hits however weak: where they are weak, the answer has to say so.
    """
    text = "\n".join(f"{block.path} {block.symbol}\n{block.content}" for block in _all(places))
    names = [name for name in question.names if name.split(".")[-1] not in text]
    if names:
        return tuple(names)
    if question.names or question.han:
        return ()
    weights = Weights(question, [text])
    own = [term for term in question.terms if term in question.text.lower()]
    absent = [term for term in own if not weights.mentions(term, text)]
    return tuple(absent) if 2 * len(absent) >= len(own) else ()


def _all(places: Places) -> tuple[Evidence, ...]:
    return (*places.quoted, *places.related)


def without(places: Places, paths: Collection[str]) -> Places:
    """The places without the documents that the answer has quoted already."""
    return Places(
        tuple(block for block in places.quoted if not _is_told(block, paths)),
        tuple(block for block in places.related if not _is_told(block, paths)),
    )


def _is_told(block: Evidence, paths: Collection[str]) -> bool:
    return is_prose(block.path) and block.path in paths


def _found(situation: Situation) -> Iterator[Evidence]:
    """All blocks, each place once, the open page first when the question points at it."""
    texts = [finding.content for finding in situation.findings if finding.tool not in SHOWN_APART]
    texts.insert(0 if situation.question.points_back else len(texts), situation.page)
    seen: set[tuple[str, int, int]] = set()
    for text in texts:
        for block in parse_evidence(text):
            key = (block.path, block.lines.start, block.lines.end)
            if key not in seen and block.content.strip():
                seen.add(key)
                yield replace(block, symbol=label(block))


def _by_file(situation: Situation, blocks: Sequence[Evidence]) -> dict[str, list[Evidence]]:
    """Blocks by file, the files that a search has ranked in its order, before all others."""
    ranked = (hit.path for hit in hits(situation.findings, situation.question))
    page = (block.path for block in parse_evidence(situation.page))
    first = (*page, *ranked) if situation.question.points_back else tuple(ranked)
    files: dict[str, list[Evidence]] = {path: [] for path in first}
    for block in blocks:
        files.setdefault(block.path, []).append(block)
    return {path: found for path, found in files.items() if found}


def _priority(question: Question, path: str, blocks: Sequence[Evidence]) -> int:
    """0 for a file that defines what is named, 1 for one that is named, then others, then tests."""
    if any(is_named(question, block) for block in blocks):
        return 0
    if any(path.endswith(named) for named in question.paths):
        return 1
    return 3 if is_in_the_way(path, question) else 2


def is_named(question: Question, block: Evidence) -> bool:
    """Whether the block is the definition of something that the question names."""
    if not block.symbol:
        return False
    return any(
        block.symbol == name or block.symbol.split(".")[-1] == name.split(".")[-1]
        for name in question.names
    )


def _best_of(question: Question, blocks: Sequence[Evidence], weights: Weights) -> list[Evidence]:
    """One block of the file, or two that say nearly as much and do not overlap."""
    scores = {id(block): weights.of(judged(block)) for block in blocks}

    def rank(block: Evidence) -> tuple[bool, float, int]:
        return not is_named(question, block), -scores[id(block)], len(block.content)

    ordered = sorted(blocks, key=rank)
    best = ordered[0]
    second = next((block for block in ordered[1:] if not _overlap(block, best)), None)
    if second is None or scores[id(second)] < SECOND_SHARE * scores[id(best)] or not second.symbol:
        return [best]
    return [best, second]


def judged(block: Evidence) -> str:
    """The text that counts: without imports, which only repeat names."""
    lines = block.content.split("\n")
    kept = (line for line, skip in zip(lines, import_mask(lines), strict=True) if not skip)
    return "\n".join((block.symbol, *kept))


def _overlap(one: Evidence, other: Evidence) -> bool:
    return one.lines.start <= other.lines.end and other.lines.start <= one.lines.end
