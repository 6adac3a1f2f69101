"""`get_dead_code`: definitions that nothing seems to use, by how sure that is."""

from collections import Counter
from pathlib import PurePosixPath
from typing import Final, Literal, TypedDict

from chatapp.codebase.search.contents import clamp, lines_of
from chatapp.codebase.tools.budget import Block, Reference
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.prose import day
from chatapp.codebase.tools.reply import Place, Reply, evidence, text
from chatapp.codebase.tools.search import path_filter
from chatapp.domain.json import JsonObject

Tier = Literal["high", "medium", "low", "all"]
Grouping = Literal["tier", "file", "folder", "kind"]

MAX_LIMIT: Final = 200
QUOTED: Final = 12
QUOTED_LINES: Final = 8

_CANDIDATES: Final = """
SELECT d.tier, d.confidence, d.reason, d.last_at, f.path, s.qualified_name, s.kind,
       s.start_line, s.end_line, s.file_id
FROM dead_code d JOIN symbols s ON s.id = d.symbol_id JOIN files f ON f.id = d.file_id
ORDER BY CASE d.tier WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END,
         d.confidence DESC, d.last_at, f.path, s.start_line
"""


class CandidateData(Place):
    """A definition without a use; `last_at` is its file's last change, Unix seconds."""

    symbol: str
    kind: str
    tier: str
    confidence: float
    reason: str
    last_at: int | None


class GroupData(TypedDict):
    """Candidates that belong together."""

    name: str
    count: int
    candidates: list[CandidateData]


class DeadCode(TypedDict):
    """The artifact ``dead_code``; `tiers` counts all candidates by tier, whatever is shown."""

    tiers: dict[str, int]
    total: int
    offset: int
    group_by: str
    groups: list[GroupData]


def get_dead_code(
    desk: Desk,
    tier: Tier = "high",
    group_by: Grouping = "tier",
    path: str = "",
    limit: int = 30,
    offset: int = 0,
) -> Reply:
    """Definitions that nothing uses by name anywhere: candidates for removal, surest first.

    Args:
        desk: Set by the server.
        tier: How sure; `all` for every tier.
        group_by: What to group by.
        path: Only below this folder or matching this glob.
        limit: How many, up to 200.
        offset: How many to skip, to read on.
    """
    rows = [tuple(row) for row in desk.index.execute(_CANDIDATES)]
    tiers = Counter(row[0] for row in rows)
    is_wanted = path_filter(path)
    wanted = [row for row in rows if tier in ("all", row[0]) and is_wanted(row[4])]
    page = wanted[offset : offset + min(max(1, limit), MAX_LIMIT)]
    files = {(row[4], row[7]): row[9] for row in page}
    shown = [_candidate(row) for row in page]
    data: DeadCode = {
        "tiers": {name: tiers.get(name, 0) for name in ("high", "medium", "low")},
        "total": len(wanted),
        "offset": offset,
        "group_by": group_by,
        "groups": _groups(shown, group_by),
    }
    blocks = (text(_text(data)), *_quotes(desk, shown[:QUOTED], files))
    more = _rest(tier, path, offset + len(page), len(wanted))
    return Reply(f"{len(wanted)} candidates", blocks, data, more)


def _candidate(row: tuple[object, ...]) -> CandidateData:
    tier, confidence, reason, last_at, path, symbol, kind, start, end, _ = row
    return {
        "path": str(path),
        "start_line": _whole(start),
        "end_line": _whole(end),
        "symbol": str(symbol),
        "kind": str(kind),
        "tier": str(tier),
        "confidence": round(float(str(confidence)), 2),
        "reason": str(reason),
        "last_at": None if last_at is None else _whole(last_at),
    }


def _whole(value: object) -> int:
    return int(str(value))


def _groups(shown: list[CandidateData], group_by: Grouping) -> list[GroupData]:
    groups: dict[str, list[CandidateData]] = {}
    for item in shown:
        groups.setdefault(_group(item, group_by), []).append(item)
    return [
        {"name": name, "count": len(members), "candidates": members}
        for name, members in groups.items()
    ]


def _group(item: CandidateData, group_by: Grouping) -> str:
    match group_by:
        case "file":
            return item["path"]
        case "folder":
            return str(PurePosixPath(item["path"]).parent)
        case "kind":
            return item["kind"]
        case "tier":
            return item["tier"]


def _text(data: DeadCode) -> str:
    counts = ", ".join(f"{count} {name}" for name, count in data["tiers"].items())
    lines = [f"{data['total']} candidates of this selection; by confidence: {counts}."]
    lines.append("No reference was found by name; check for uses from outside before removal.")
    for group in data["groups"]:
        lines.append(f"## {group['name']} ({group['count']})")
        lines += map(_line, group["candidates"])
    return "\n".join(lines)


def _line(item: CandidateData) -> str:
    place = f"{item['path']}:{item['start_line']}-{item['end_line']}"
    return f"- {place} {item['kind']} {item['symbol']} ({item['reason']}; {day(item['last_at'])})"


def _quotes(
    desk: Desk, shown: list[CandidateData], files: dict[tuple[str, int], int]
) -> list[Block]:
    blocks = []
    for item in shown:
        lines = lines_of(desk.index, files[item["path"], item["start_line"]])
        last = min(item["end_line"], item["start_line"] + QUOTED_LINES - 1)
        span = clamp(item["start_line"], last, len(lines))
        content = lines[span.start - 1 : span.end]
        place = (item["path"], span)
        blocks.append(evidence(desk, place, content, symbol=item["symbol"], kind=item["kind"]))
    return blocks


def _rest(tier: str, path: str, offset: int, total: int) -> tuple[Reference, ...]:
    if offset >= total:
        return ()
    arguments: JsonObject = {"tier": tier, "path": path, "offset": offset}
    return (Reference("get_dead_code", arguments, f"{total - offset} more"),)
