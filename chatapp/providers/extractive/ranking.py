"""The order of files that several searches suggest together; pure.

Each tool's own ranking is kept; a file that two searches find comes before one that only one does.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from chatapp.domain.evidence import Evidence, parse_evidence
from chatapp.providers.extractive.conversation import Finding
from chatapp.providers.extractive.question import Question

SEARCHES: Final = frozenset({"search_codebase", "rag_search"})
FIRST_RANK: Final = 8
LATER_SHARE: Final = 0.4
"""What the second search (a Chinese question as it was asked) counts beside the first."""

_TEST_PATH: Final = re.compile(
    r"(?:^|/)(?:tests?|testing|specs?|__tests__|e2e)/|(?:^|/)(?:test_|conftest)|_test\.|\.(?:spec|test)\."
)
_ASIDE_PATH: Final = re.compile(
    r"(?:^|/)(?:change(?:s|log)|history|news|releases?|contributing|code_of_conduct|licen[cs]e"
    r"|authors|security|codeowners)[^/]*$|(?:^|/)(?:\.github|changelog|news)/",
    re.IGNORECASE,
)
"""About the project, not about the code: they mention everything and explain nothing."""


def hits(findings: Sequence[Finding], question: Question) -> list[Evidence]:
    """The first block of every file that a search has found, best file first."""
    first: dict[str, Evidence] = {}
    for finding in findings:
        if finding.tool in SEARCHES:
            for block in parse_evidence(finding.content):
                first.setdefault(block.path, block)
    scores = file_scores(findings)
    order = sorted(first, key=lambda path: (is_in_the_way(path, question), -scores[path]))
    return [first[path] for path in order]


def file_scores(findings: Sequence[Finding]) -> dict[str, float]:
    """How highly the searches rank each file, 1 for the best."""
    scores: defaultdict[str, float] = defaultdict(float)
    searches = [finding.content for finding in findings if finding.tool in SEARCHES]
    for number, content in enumerate(filter(None, searches)):
        share = LATER_SHARE if number else 1.0
        paths = dict.fromkeys(block.path for block in parse_evidence(content))
        for rank, path in enumerate(paths):
            scores[path] += share / (FIRST_RANK + rank)
    most = max(scores.values(), default=1.0)
    return {path: score / most for path, score in scores.items()}


def is_test(path: str) -> bool:
    """Whether the path looks like a test's."""
    return _TEST_PATH.search(path) is not None


def is_in_the_way(path: str, question: Question) -> bool:
    """Whether it is a test or a changelog and the like, and the question is not about those."""
    if is_test(path):
        return not question.is_about_tests
    return _ASIDE_PATH.search(path) is not None and not question.is_about_project
