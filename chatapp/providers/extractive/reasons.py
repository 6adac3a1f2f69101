"""The recorded reasons that fit a "why" question: decisions, comments and commit messages.

`get_why` returns its best matches however weak; here only those that say about as much on the
question as the best place that was found at all are kept.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from chatapp.domain.evidence import Evidence, parse_evidence
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.excerpts import excerpt
from chatapp.providers.extractive.quoting import cite
from chatapp.providers.extractive.weights import Weights

WHY: Final = "get_why"
MAX_REASONS: Final = 3
ENOUGH_SHARE: Final = 0.6
SAID_SHARE: Final = 0.5
LONGEST_CHARS: Final = 600

_COMMIT: Final = re.compile(
    r"^Commit ([0-9a-f]{7,40}), ([^,\n]+), ([^:\n]+): (.+?)(?=\n\n|\n<evidence|\Z)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Reason:
    """A quotation and where it is from, in Markdown; `path` is empty for a commit."""

    source: str
    text: str
    path: str = ""


def reasons(situation: Situation, weights: Weights, best: float) -> tuple[Reason, ...]:
    """At most three, most fitting first; `best` is the weight of the best place found."""
    found = [
        (weights.of(f"{reason.source} {reason.text}"), reason)
        for finding in situation.findings
        if finding.tool == WHY
        for reason in (*_decisions(finding.content, weights), *_commits(finding.content))
    ]
    least = max(ENOUGH_SHARE * best, SAID_SHARE * weights.total)
    fitting = [pair for pair in found if pair[0] >= least > 0]
    fitting.sort(key=lambda pair: -pair[0])
    return tuple(reason for _, reason in fitting[:MAX_REASONS])


def _decisions(content: str, weights: Weights) -> Iterator[Reason]:
    for block in parse_evidence(content):
        part = excerpt(block, weights)
        yield Reason(_heading(block, part), part.content, part.path)


def _heading(block: Evidence, part: Evidence) -> str:
    title = block.symbol.strip()
    is_repeated = not title or title[:40] in part.content
    return cite(part) if is_repeated else f"**{title}** — {cite(part)}"


def _commits(content: str) -> Iterator[Reason]:
    for commit, day, author, text in _COMMIT.findall(content):
        shown = text.strip()
        if len(shown) > LONGEST_CHARS:
            shown = f"{shown[:LONGEST_CHARS].rsplit(' ', 1)[0]} …"
        yield Reason(f"`{commit}` ({day}, {author})", shown)
