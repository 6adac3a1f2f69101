"""`get_risk`: how risky it is to touch files, and why."""

from typing import Final, NotRequired, TypedDict

from chatapp.codebase.facts import graph, history
from chatapp.codebase.facts.risk import Factor, file_factors, importing_tests, level, score
from chatapp.codebase.search.contents import File, clamp, find_file, lines_of
from chatapp.codebase.search.targets import FolderTarget, Unknown, resolve
from chatapp.codebase.tools.budget import Block
from chatapp.codebase.tools.context import folder_paths, unknown_block, unknown_data
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.reply import Reply, evidence, text
from chatapp.codebase.tools.shapes import UnknownTarget

MAX_FILES: Final = 10
MAX_JUDGED: Final = 400
MAX_LINKS: Final = 10
QUOTED_LINES: Final = 12

_RISKIEST: Final = """
SELECT f.path FROM files f LEFT JOIN file_history h ON h.file_id = f.id
WHERE f.kind = 'code' ORDER BY COALESCE(h.churn, 0) * (1 + f.complexity) DESC, f.path LIMIT ?
"""
_SORE_POINT: Final = """
SELECT start_line, end_line, qualified_name, kind FROM symbols
WHERE file_id = ? AND complexity IS NOT NULL ORDER BY complexity DESC, start_line LIMIT 1
"""


class FactorData(TypedDict):
    """A reason; value and weight are 0-1."""

    name: str
    value: float
    weight: float
    detail: str


class TogetherData(TypedDict):
    """A file that changed in the same commits, and in how many."""

    path: str
    commits: int


class FileRisk(TypedDict):
    """A file's risk, 0-100; level is low, medium or high."""

    path: str
    score: int
    level: str
    owner: str
    bus_factor: int
    factors: list[FactorData]
    imported_by: list[str]
    changes_with: list[TogetherData]
    tests: list[str]


class ChangeRisk(TypedDict):
    """A change's risk: `percentile` of `compared` recent commits score lower."""

    base: str
    head: str
    score: int
    level: str
    percentile: int
    compared: int
    subjects: list[str]
    lines: int
    factors: list[FactorData]
    paths: list[str]
    missing_companions: list[TogetherData]


class RiskReport(TypedDict):
    """The artifact ``risk_report``: riskiest file first; `change` only from get_change_risk."""

    files: list[FileRisk]
    unknown: list[UnknownTarget]
    change: NotRequired[ChangeRisk]


def get_risk(desk: Desk, targets: list[str] | None = None) -> Reply:
    """How risky files are to change: churn, fixes, ownership, dependents, complexity, tests.

    Without targets it names the riskiest files of the repository.

    Args:
        desk: Set by the server.
        targets: Files, folders or names of definitions.
    """
    resolved = [resolve(desk.index, target) for target in targets or ()]
    unknown = [target for target in resolved if isinstance(target, Unknown)]
    paths: dict[str, None] = {}
    for target in resolved:
        if isinstance(target, FolderTarget):
            paths.update(dict.fromkeys(folder_paths(desk, target.path)))
        elif not isinstance(target, Unknown):
            paths[target.file.path] = None
    if not targets:
        paths = {path: None for (path,) in desk.index.execute(_RISKIEST, (MAX_JUDGED // 4,))}
    files = filter(None, (find_file(desk.index, path) for path in list(paths)[:MAX_JUDGED]))
    judged = sorted((_judged(desk, file) for file in files), key=lambda pair: -score(pair[1]))
    reports = [_report(desk, file, reasons) for file, reasons in judged[:MAX_FILES]]
    data: RiskReport = {"files": reports, "unknown": [unknown_data(target) for target in unknown]}
    blocks = [*map(unknown_block, unknown), *_blocks(desk, judged[:MAX_FILES], reports)]
    return Reply(_summary(reports), tuple(blocks), data)


def _judged(desk: Desk, file: File) -> tuple[File, list[Factor]]:
    return file, file_factors(desk.index, file)


def _summary(reports: list[FileRisk]) -> str:
    if not reports:
        return "no file to judge"
    worst = reports[0]
    return f"{worst['path']}: {worst['level']} risk ({worst['score']}); {len(reports)} files"


def _report(desk: Desk, file: File, reasons: list[Factor]) -> FileRisk:
    past = history.history(desk.index, file.file_id)
    return {
        "path": file.path,
        "score": score(reasons),
        "level": level(score(reasons)),
        "owner": past.owner if past else "",
        "bus_factor": past.bus_factor if past else 0,
        "factors": factor_data(reasons),
        "imported_by": graph.imported_by(desk.index, file.file_id, MAX_LINKS),
        "changes_with": together(desk, file.file_id),
        "tests": importing_tests(desk.index, file.file_id, MAX_LINKS),
    }


def together(desk: Desk, file_id: int) -> list[TogetherData]:
    """Files that changed in the same commits."""
    found = history.changed_together(desk.index, file_id)
    return [{"path": path, "commits": commits} for path, commits in found]


def factor_data(reasons: list[Factor]) -> list[FactorData]:
    """Factors for the panel."""
    return [
        {
            "name": factor.name,
            "value": round(factor.value, 3),
            "weight": factor.weight,
            "detail": factor.detail,
        }
        for factor in reasons
    ]


def _blocks(
    desk: Desk, judged: list[tuple[File, list[Factor]]], reports: list[FileRisk]
) -> list[Block]:
    blocks: list[Block] = []
    for (file, _), report in zip(judged, reports, strict=True):
        blocks += [text(_report_text(report)), sore_point(desk, file)]
    return blocks


def sore_point(desk: Desk, file: File) -> Block:
    """The beginning of a file's most complex function, or of the file."""
    row = desk.index.execute(_SORE_POINT, (file.file_id,)).fetchone()
    start, end, symbol, kind = row or (1, QUOTED_LINES, "", file.kind)
    lines = lines_of(desk.index, file.file_id)
    span = clamp(start, min(end, start + QUOTED_LINES - 1), len(lines))
    quoted = lines[span.start - 1 : span.end]
    return evidence(desk, (file.path, span), quoted, symbol=symbol, kind=kind)


def _report_text(report: FileRisk) -> str:
    lines = [f"## {report['path']}: {report['level']} risk, {report['score']} of 100"]
    lines += factor_lines(report["factors"])
    if report["owner"]:
        lines.append(f"Owner: {report['owner']}")
    if report["imported_by"]:
        lines.append(f"Imported by: {', '.join(report['imported_by'])}")
    if report["changes_with"]:
        pairs = [f"{item['path']} ({item['commits']})" for item in report["changes_with"]]
        lines.append(f"Changes together with: {', '.join(pairs)}")
    lines.append(f"Tests that import it: {', '.join(report['tests']) or 'none found'}")
    return "\n".join(lines)


def factor_lines(found: list[FactorData]) -> list[str]:
    """Factors as lines of text, heaviest first."""
    ordered = sorted(found, key=lambda item: -item["value"] * item["weight"])
    return [
        f"- {item['name']} {round(100 * item['value'] * item['weight'])} points: {item['detail']}"
        for item in ordered
    ]
