"""The text of indexed files, by line. The only way from an index row to file content.

Not a file system: an unknown path has no content, a link's content is its target's name. Lines
are 1-based and end at LF only; a CR before it is dropped, so numbers agree with git and grep.
"""

import json
import sqlite3
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from chatapp.codebase.text import split_lines
from chatapp.domain.sources import LineRange

MAX_SUGGESTIONS: Final = 5


@dataclass(frozen=True, slots=True)
class File:
    """One row of `files`."""

    file_id: int
    path: str
    language: str
    kind: str
    lines: int
    size_bytes: int
    complexity: int
    summary: str

    @property
    def is_test(self) -> bool:
        """Whether it is a test rather than the thing that is tested."""
        return self.kind == "test"


_BY_PATH: Final = """
SELECT id, path, language, kind, lines, size_bytes, complexity, summary FROM files WHERE path = ?
"""
_BY_IDS: Final = """
SELECT id, path, language, kind, lines, size_bytes, complexity, summary FROM files
WHERE id IN (SELECT value FROM json_each(?))
"""


def find_file(index: sqlite3.Connection, path: str) -> File | None:
    """The indexed file of exactly this path (``./`` and a leading ``/`` are forgiven)."""
    row = index.execute(_BY_PATH, (tidy(path),)).fetchone()
    return File(*row) if row else None


def file_ending(index: sqlite3.Connection, path: str) -> File | None:
    """The only indexed file whose path ends with ``/path``; none when there are several."""
    if not tidy(path):
        return None
    rows = index.execute(
        "SELECT path FROM files WHERE path LIKE ? ESCAPE '\\' LIMIT 2",
        (f"%/{like_text(tidy(path))}",),
    ).fetchall()
    return find_file(index, rows[0][0]) if len(rows) == 1 else None


def files_by_id(index: sqlite3.Connection, ids: list[int]) -> dict[int, File]:
    """The files of these ids."""
    wanted = json.dumps(ids)
    rows = index.execute(_BY_IDS, (wanted,))
    return {row[0]: File(*row) for row in rows}


def tidy(path: str) -> str:
    """The path as the index writes it, as far as its form goes."""
    return path.strip().removeprefix("./").strip("/")


def similar_paths(index: sqlite3.Connection, path: str) -> list[str]:
    """Indexed paths that end the same way, or whose file name does: what may have been meant."""
    name = PurePosixPath(tidy(path)).name
    if not name:
        return []
    rows = index.execute(
        "SELECT path FROM files WHERE path LIKE ? ESCAPE '\\' ORDER BY length(path), path LIMIT ?",
        (f"%{like_text(name)}%", MAX_SUGGESTIONS),
    )
    return [path for (path,) in rows]


def like_text(text: str) -> str:
    r"""The text for a LIKE pattern with ``ESCAPE '\\'``."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def text_of(index: sqlite3.Connection, file_id: int) -> str:
    """The whole text of a file, without a byte order mark; empty for an unknown id."""
    row = index.execute("SELECT body FROM contents WHERE file_id = ?", (file_id,)).fetchone()
    return zlib.decompress(row[0]).decode("utf-8", "replace").lstrip("\ufeff") if row else ""


def lines_of(index: sqlite3.Connection, file_id: int) -> list[str]:
    """The lines of a file; line `n` is at `n - 1`."""
    return split_lines(text_of(index, file_id))


def clamp(start: int, end: int, total: int) -> LineRange:
    """The part of a range that a file of `total` lines has."""
    first = min(max(1, start), max(1, total))
    return LineRange(first, max(first, min(end, total)))
