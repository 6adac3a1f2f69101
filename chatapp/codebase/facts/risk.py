"""How risky it is to touch a file: a score from its history, size and place in the graph.

Every factor is 0-1 with a weight and a sentence, so that the number can be argued with. Called by
`get_risk`; changes are judged by `changes`.
"""

import math
import sqlite3
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.facts import graph, history
from chatapp.codebase.search.contents import File

HIGH: Final = 60
MEDIUM: Final = 35
MANY_IMPORTERS: Final = 50
MANY_BRANCHES: Final = 150
MOST_CHANGED: Final = 0.99
LONELY_COMMITS: Final = 10


@dataclass(frozen=True, slots=True)
class Factor:
    """One reason for a score; `value` and `weight` are 0-1, the weights sum to 1."""

    name: str
    value: float
    weight: float
    detail: str


def score(factors: list[Factor]) -> int:
    """0-100."""
    return round(100 * sum(factor.value * factor.weight for factor in factors))


def level(points: int) -> str:
    """The score in a word."""
    if points >= HIGH:
        return "high"
    return "medium" if points >= MEDIUM else "low"


def file_factors(index: sqlite3.Connection, file: File) -> list[Factor]:
    """What makes this file risky to change."""
    past = history.history(index, file.file_id)
    imported_by = graph.node(index, file.file_id).imported_by
    branches = min(1.0, math.log1p(file.complexity) / math.log1p(MANY_BRANCHES))
    reach = min(1.0, math.log1p(imported_by) / math.log1p(MANY_IMPORTERS))
    return [
        *_history_factors(past),
        Factor("reach", reach, 0.2, f"imported by {imported_by} files"),
        Factor("complexity", branches, 0.15, f"complexity {file.complexity}"),
    ]


def _history_factors(past: history.History | None) -> list[Factor]:
    if past is None:
        return [Factor("history", 0.0, 0.65, "no history")]
    fixes = past.fixes / past.commits if past.commits else 0.0
    is_lonely = past.bus_factor == 1 and past.commits >= LONELY_COMMITS
    return [
        Factor("churn", past.churn_percentile, 0.3, _churn(past)),
        Factor("fixes", min(1.0, 2 * fixes), 0.2, f"{past.fixes} of its commits were fixes"),
        Factor("bus factor", float(is_lonely), 0.15, f"half of the changes by {_people(past)}"),
    ]


def _churn(past: history.History) -> str:
    if past.churn_percentile > MOST_CHANGED:
        return f"{past.commits} commits; changes most of all files"
    return f"{past.commits} commits; changes more than {past.churn_percentile:.0%} of files"


def _people(past: history.History) -> str:
    return "1 person" if past.bus_factor == 1 else f"{past.bus_factor} people"


_TESTS: Final = """
SELECT f.path FROM edges e JOIN files f ON f.id = e.from_file_id
WHERE e.to_file_id = ? AND f.is_test ORDER BY f.path LIMIT ?
"""


def importing_tests(index: sqlite3.Connection, file_id: int, limit: int) -> list[str]:
    """Tests that import the file."""
    return [path for (path,) in index.execute(_TESTS, (file_id, limit))]
