"""`get_health`: how fresh the index is, and where the code hurts."""

from typing import Final, TypedDict

from chatapp.codebase.search.contents import clamp, find_file, lines_of
from chatapp.codebase.tools.budget import Block
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.reply import Place, Reply, evidence, has_moved, text
from chatapp.codebase.tools.risk import QUOTED_LINES

MAX_ITEMS: Final = 15
QUOTED: Final = 5

_COMPLEX: Final = """
SELECT f.path, s.start_line, s.end_line, s.qualified_name, s.complexity
FROM symbols s JOIN files f ON f.id = s.file_id
WHERE s.complexity IS NOT NULL AND NOT f.is_test
ORDER BY s.complexity DESC, f.path, s.start_line LIMIT ?
"""
_SKIPPED: Final = "SELECT reason, COUNT(*) FROM skipped GROUP BY reason ORDER BY 2 DESC, 1"
_DEAD: Final = "SELECT tier, COUNT(*) FROM dead_code GROUP BY tier ORDER BY tier"
_COUNTS: Final = """
SELECT COUNT(*), SUM(is_test), COALESCE(SUM(lines), 0),
       (SELECT COUNT(*) FROM file_history WHERE bus_factor = 1 AND commits >= 10)
FROM files
"""


class ComplexData(Place):
    """A function with many branches."""

    symbol: str
    complexity: int


class Health(TypedDict):
    """The artifact ``health``; `one_author_files` have ten changes or more, half by one person."""

    is_fresh: bool
    files: int
    test_files: int
    lines: int
    one_author_files: int
    most_complex: list[ComplexData]
    dead_code: dict[str, int]
    skipped: dict[str, int]


def get_health(desk: Desk) -> Reply:
    """Whether the index is fresh, and the repository's sore points in figures.

    Args:
        desk: Set by the server.
    """
    files, tests, lines, lonely = desk.index.execute(_COUNTS).fetchone()
    data: Health = {
        "is_fresh": not has_moved(desk),
        "files": files,
        "test_files": tests or 0,
        "lines": lines,
        "one_author_files": lonely,
        "most_complex": [_complex(*row) for row in desk.index.execute(_COMPLEX, (MAX_ITEMS,))],
        "dead_code": dict(desk.index.execute(_DEAD).fetchall()),
        "skipped": dict(desk.index.execute(_SKIPPED).fetchall()),
    }
    summary = "index is fresh" if data["is_fresh"] else "HEAD has moved since the index"
    return Reply(summary, (text(_text(data)), *_quotes(desk, data["most_complex"][:QUOTED])), data)


def _complex(path: str, start: int, end: int, symbol: str, complexity: int) -> ComplexData:
    return {
        "path": path,
        "start_line": start,
        "end_line": end,
        "symbol": symbol,
        "complexity": complexity,
    }


def _text(data: Health) -> str:
    lines = [
        f"{data['files']} files, {data['lines']} lines, {data['test_files']} test files;"
        f" {data['one_author_files']} often changed files depend on one author.",
        f"Dead code candidates: {_counts(data['dead_code'])}.",
        f"Not indexed: {_counts(data['skipped'])}.",
        "Most complex functions:",
    ]
    lines += [
        f"- {item['path']}:{item['start_line']} {item['symbol']} ({item['complexity']})"
        for item in data["most_complex"]
    ]
    return "\n".join(lines)


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"


def _quotes(desk: Desk, items: list[ComplexData]) -> list[Block]:
    blocks = []
    for item in items:
        file = find_file(desk.index, item["path"])
        if file is None:
            continue
        lines = lines_of(desk.index, file.file_id)
        span = clamp(item["start_line"], item["start_line"] + QUOTED_LINES - 1, len(lines))
        quoted = lines[span.start - 1 : span.end]
        blocks.append(evidence(desk, (file.path, span), quoted, symbol=item["symbol"]))
    return blocks
