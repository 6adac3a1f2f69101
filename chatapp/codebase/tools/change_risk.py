"""`get_change_risk`: how risky a commit or a range is, next to the recent ones."""

import json
from collections import Counter
from typing import Final

from chatapp.codebase.facts import history
from chatapp.codebase.facts.changes import factors, figures, percentile
from chatapp.codebase.facts.revisions import Change, read_change
from chatapp.codebase.facts.risk import level, score
from chatapp.codebase.search.contents import File, find_file
from chatapp.codebase.tools.budget import Block
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.reply import Reply, text
from chatapp.codebase.tools.risk import (
    ChangeRisk,
    RiskReport,
    TogetherData,
    factor_data,
    factor_lines,
    sore_point,
)

MAX_PATHS: Final = 100
MAX_COMPANIONS: Final = 5
MAX_EXAMINED: Final = 20
MAX_QUOTED: Final = 5
MAX_SUBJECTS: Final = 10


def get_change_risk(desk: Desk, revision: str = "") -> Reply:
    """How risky a commit or a range of commits is, as a percentile of the recent commits.

    Args:
        desk: Set by the server.
        revision: A commit, branch or tag, or a range `base..head`; the indexed commit if empty.
    """
    change = read_change(desk.repository, desk.index, revision or desk.commit)
    report = _risk(desk, change)
    data: RiskReport = {"files": [], "unknown": [], "change": report}
    summary = f"{report['level']} risk, above {report['percentile']} % of recent commits"
    return Reply(summary, (text(_text(report)), *_quotes(desk, change)), data)


def _risk(desk: Desk, change: Change) -> ChangeRisk:
    paths = [file.path for file in change.files]
    author = change.commits[0].author if change.commits else ""
    found = figures(desk.index, author, json.dumps(paths), len(paths), change.lines)
    reasons = factors(found)
    points = score(reasons)
    rank, compared = percentile(desk.index, points)
    return {
        "base": change.base,
        "head": change.head,
        "score": points,
        "level": level(max(points, rank) if compared else points),
        "percentile": rank,
        "compared": compared,
        "subjects": [commit.subject for commit in change.commits[:MAX_SUBJECTS]],
        "lines": change.lines,
        "factors": factor_data(reasons),
        "paths": paths[:MAX_PATHS],
        "missing_companions": _companions(desk, paths),
    }


def _companions(desk: Desk, paths: list[str]) -> list[TogetherData]:
    """Files that usually change with these and did not this time."""
    counts: Counter[str] = Counter()
    for file in _known(desk, paths[:MAX_EXAMINED]):
        counts.update(dict(history.changed_together(desk.index, file.file_id)))
    missing = [(path, count) for path, count in counts.most_common() if path not in paths]
    return [{"path": path, "commits": count} for path, count in missing[:MAX_COMPANIONS]]


def _known(desk: Desk, paths: list[str]) -> list[File]:
    return [file for path in paths if (file := find_file(desk.index, path))]


def _text(report: ChangeRisk) -> str:
    lines = [
        f"## {report['head'][:12]}: {report['level']} risk, {report['score']} of 100",
        f"Above {report['percentile']} % of the last {report['compared']} commits.",
        *(f"- {subject}" for subject in report["subjects"]),
        "Reasons:",
        *factor_lines(report["factors"]),
        f"Files: {', '.join(report['paths'])}",
    ]
    if report["missing_companions"]:
        usual = [f"{item['path']} ({item['commits']})" for item in report["missing_companions"]]
        lines.append(f"Usually changed too, not this time: {', '.join(usual)}")
    return "\n".join(lines)


def _quotes(desk: Desk, change: Change) -> list[Block]:
    """The sore points of the most changed files, code first, so that they can be cited."""
    ordered = sorted(change.files, key=lambda file: -(file.insertions or 0) - (file.deletions or 0))
    known = _known(desk, [item.path for item in ordered[:MAX_EXAMINED]])
    code_first = sorted(known, key=lambda file: file.kind != "code")
    return [sore_point(desk, file) for file in code_first[:MAX_QUOTED]]
