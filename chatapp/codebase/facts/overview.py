"""The overview of a repository, computed once for an index and kept in it.

`overview_of` reads what the build stored under ``meta.overview``; an index without it is computed
on the spot. Called by the build (`compute`) and by the tools.
"""

import json
import sqlite3
from typing import Final, TypedDict, cast

from chatapp.codebase.facts.diagram import module_diagram

META_KEY: Final = "overview"
MAX_ITEMS: Final = 12
MAX_COMMITS: Final = 8


class LanguageCount(TypedDict):
    """Files and lines of one language."""

    language: str
    files: int
    lines: int


class FolderCount(TypedDict):
    """A folder at the top, or below a lone top folder."""

    path: str
    files: int


class CentralFile(TypedDict):
    """A file that much of the repository leans on."""

    path: str
    summary: str
    imported_by: int


class Hotspot(TypedDict):
    """A file that changes often, recent changes counting more."""

    path: str
    commits: int
    churn: float


class CommunityCount(TypedDict):
    """A group of files that import each other."""

    label: str
    files: int


class CommitLine(TypedDict):
    """A commit in one line; time as Unix seconds."""

    commit: str
    author: str
    subject: str
    at: int


class Overview(TypedDict):
    """The artifact ``overview``; ``diagram`` is Mermaid text, "" when there are no imports."""

    files: int
    lines: int
    skipped: int
    readme: str
    languages: list[LanguageCount]
    folders: list[FolderCount]
    entry_points: list[str]
    central_files: list[CentralFile]
    hotspots: list[Hotspot]
    communities: list[CommunityCount]
    recent_commits: list[CommitLine]
    diagram: str


_LANGUAGES: Final = """
SELECT language, COUNT(*) AS files, SUM(lines) AS lines FROM files
GROUP BY language ORDER BY SUM(lines) DESC, language LIMIT ?
"""
_FOLDERS: Final = """
SELECT substr(path, 1, instr(path, '/') - 1) AS path, COUNT(*) AS files FROM files
WHERE instr(path, '/') GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?
"""
_CENTRAL: Final = """
SELECT f.path, f.summary, n.imported_by FROM nodes n JOIN files f ON f.id = n.file_id
WHERE f.kind = 'code' ORDER BY n.centrality DESC, f.path LIMIT ?
"""
_HOTSPOTS: Final = """
SELECT f.path, h.commits, round(h.churn, 2) AS churn FROM file_history h
JOIN files f ON f.id = h.file_id WHERE f.kind = 'code' ORDER BY h.churn DESC, f.path LIMIT ?
"""
_COMMUNITIES: Final = "SELECT label, files FROM communities ORDER BY files DESC, label LIMIT ?"
_COMMITS: Final = """
SELECT hash AS "commit", author, subject, committed_at AS at FROM commits
ORDER BY committed_at DESC, id LIMIT ?
"""
_ENTRY_POINTS: Final = (
    "SELECT path FROM files WHERE is_entry_point ORDER BY length(path), path LIMIT ?"
)
_README: Final = """
SELECT path FROM files WHERE path LIKE 'readme%' AND path NOT LIKE '%/%'
ORDER BY path LIKE '%.md' DESC, path LIMIT 1
"""


def overview_of(index: sqlite3.Connection) -> Overview:
    """The stored overview, or a fresh one."""
    row = index.execute("SELECT value FROM meta WHERE key = ?", (META_KEY,)).fetchone()
    return cast(Overview, json.loads(row[0])) if row else compute(index)


def compute(index: sqlite3.Connection) -> Overview:
    """Every figure of the overview from the index's tables."""
    files, lines = index.execute("SELECT COUNT(*), COALESCE(SUM(lines), 0) FROM files").fetchone()
    readme = index.execute(_README).fetchone()
    return {
        "files": files,
        "lines": lines,
        "skipped": index.execute("SELECT COUNT(*) FROM skipped").fetchone()[0],
        "readme": readme[0] if readme else "",
        "languages": cast(list[LanguageCount], _dicts(index, _LANGUAGES)),
        "folders": cast(list[FolderCount], _dicts(index, _FOLDERS)),
        "entry_points": [str(row["path"]) for row in _dicts(index, _ENTRY_POINTS)],
        "central_files": cast(list[CentralFile], _dicts(index, _CENTRAL)),
        "hotspots": cast(list[Hotspot], _dicts(index, _HOTSPOTS)),
        "communities": cast(list[CommunityCount], _dicts(index, _COMMUNITIES)),
        "recent_commits": cast(list[CommitLine], _dicts(index, _COMMITS, MAX_COMMITS)),
        "diagram": module_diagram(index),
    }


def _dicts(
    index: sqlite3.Connection, sql: str, limit: int = MAX_ITEMS
) -> list[dict[str, str | int | float]]:
    cursor = index.execute(sql, (limit,))
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
