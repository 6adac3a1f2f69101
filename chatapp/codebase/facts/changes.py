"""How risky a change is, compared with the repository's own recent commits.

The same six figures are taken of the change and of the last indexed commits, scored alike, and
the change's percentile among them is what counts. Called by `get_change_risk`.
"""

import math
import sqlite3
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.facts.risk import Factor, score

COMPARED: Final = 200
BIG_LINES: Final = 2000
MANY_FILES: Final = 20
LINES_PER_FILE: Final = 25

_FIGURES: Final = """
SELECT MAX(h.churn_percentile) / 100, AVG(CASE WHEN h.commits THEN 1.0 * h.fixes / h.commits END),
       AVG(COALESCE(o.share, 0)), MAX(COALESCE(f.is_test, 0)), MAX(f.kind = 'code')
FROM paths p
LEFT JOIN files f ON f.id = p.id LEFT JOIN file_history h ON h.file_id = p.id
LEFT JOIN ownership o ON o.file_id = p.id AND o.author = ?
WHERE p.path IN (SELECT value FROM json_each(?))
"""
_RECENT: Final = """
WITH recent AS (SELECT * FROM commits ORDER BY committed_at DESC, id LIMIT ?)
SELECT c.files, c.insertions + c.deletions,
       MAX(h.churn_percentile) / 100, AVG(CASE WHEN h.commits THEN 1.0 * h.fixes / h.commits END),
       AVG(COALESCE(o.share, 0)), MAX(COALESCE(f.is_test, 0)), MAX(f.kind = 'code')
FROM recent c JOIN touches t ON t.commit_id = c.id
LEFT JOIN files f ON f.id = t.path_id LEFT JOIN file_history h ON h.file_id = t.path_id
LEFT JOIN ownership o ON o.file_id = t.path_id AND o.author = c.author
GROUP BY c.id
"""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a change is judged by; `lines` is None where the history does not say."""

    files: int
    lines: int | None
    churn: float | None
    fixes: float | None
    familiarity: float | None
    has_tests: int | None
    has_code: int | None


def figures(
    index: sqlite3.Connection, author: str, paths_json: str, files: int, lines: int
) -> Figures:
    """The figures of a change to these paths (a JSON list)."""
    row = index.execute(_FIGURES, (author, paths_json)).fetchone()
    return Figures(files, lines, *row)


def factors(change: Figures) -> list[Factor]:
    """The reasons for the change's score."""
    lines = change.lines if change.lines is not None else change.files * LINES_PER_FILE
    size = min(1.0, math.log1p(lines) / math.log1p(BIG_LINES))
    untested = float(bool(change.has_code) and not change.has_tests)
    churn, fixes, familiar = change.churn or 0.0, change.fixes or 0.0, change.familiarity or 0.0
    return [
        Factor("size", size, 0.3, f"{lines} changed lines"),
        Factor("spread", min(1.0, change.files / MANY_FILES), 0.2, f"{change.files} files"),
        Factor("churn", churn, 0.2, f"busiest file changes more than {churn:.0%} of files"),
        Factor(
            "fixes", min(1.0, 2 * fixes), 0.1, f"{fixes:.0%} of these files' commits were fixes"
        ),
        Factor("new ground", 1 - familiar, 0.1, f"author made {familiar:.0%} of earlier changes"),
        Factor(
            "tests", untested, 0.1, "no test changed" if untested else "tests changed, or no code"
        ),
    ]


def percentile(index: sqlite3.Connection, points: int) -> tuple[int, int]:
    """The share of recent commits that score lower, 0-100, and how many were compared."""
    recent = [score(factors(Figures(*row))) for row in index.execute(_RECENT, (COMPARED,))]
    lower = sum(1 for other in recent if other < points)
    return (round(100 * lower / len(recent)) if recent else 0), len(recent)
