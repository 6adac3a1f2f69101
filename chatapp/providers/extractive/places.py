"""Which of the places that tools found belong into the answer, best first.

The tools' own ranking decides; what the question names goes before it. Pure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.domain.evidence import Evidence, parse_evidence
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.plan import CONTEXT
from chatapp.providers.extractive.question import Question
from chatapp.providers.extractive.weights import Weights

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
    weights = Weights(situation.question, found)
    files = _by_file(found)
    order = sorted(files, key=lambda path: _priority(situation.question, path, files[path]))
    quoted = [block for path in order[:MAX_FILES] for block in _best_of(files[path], weights)]
    related = [_best_of(files[path], weights)[0] for path in order[MAX_FILES:]]
    return Places(tuple(quoted[:MAX_PLACES]), tuple(related[:MAX_RELATED])), weights


def _found(situation: Situation) -> Iterator[Evidence]:
    """All blocks, hits before what was read closer, each place once."""
    results = sorted(situation.findings, key=lambda finding: finding.tool == CONTEXT)
    texts = [finding.content for finding in results]
    texts.insert(0 if situation.question.points_back else len(texts), situation.page)
    seen: set[tuple[str, int, int]] = set()
    for text in texts:
        for block in parse_evidence(text):
            key = (block.path, block.lines.start, block.lines.end)
            if key not in seen and block.content.strip():
                seen.add(key)
                yield block


def _by_file(blocks: Sequence[Evidence]) -> dict[str, list[Evidence]]:
    files: dict[str, list[Evidence]] = {}
    for block in blocks:
        files.setdefault(block.path, []).append(block)
    return files


def _priority(question: Question, path: str, blocks: Sequence[Evidence]) -> int:
    """0 for a file that defines what is named, 1 for a file that is named, 2 for all others."""
    if any(is_named(question, block) for block in blocks):
        return 0
    return 1 if any(path.endswith(named) for named in question.paths) else 2


def is_named(question: Question, block: Evidence) -> bool:
    """Whether the block is the definition of something that the question names."""
    if not block.symbol:
        return False
    return any(
        block.symbol == name or block.symbol.split(".")[-1] == name.split(".")[-1]
        for name in question.names
    )


def _best_of(blocks: Sequence[Evidence], weights: Weights) -> list[Evidence]:
    """One block of the file, or two that say nearly as much and do not overlap."""
    scores = {id(block): weights.of(f"{block.symbol}\n{block.content}") for block in blocks}
    ordered = sorted(blocks, key=lambda block: (-scores[id(block)], len(block.content)))
    best = ordered[0]
    second = next((block for block in ordered[1:] if not _overlap(block, best)), None)
    if second is None or scores[id(second)] < SECOND_SHARE * scores[id(best)] or not second.symbol:
        return [best]
    return [best, second]


def _overlap(one: Evidence, other: Evidence) -> bool:
    return one.lines.start <= other.lines.end and other.lines.start <= one.lines.end
