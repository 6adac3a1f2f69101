"""What a tool's target names: a file, lines of one, a folder, a definition, or nothing here.

The path guard of every tool: a target is looked up among the paths and names of the indexed
commit and nowhere else, so a link, ``..`` or an absolute path can lead to nothing outside.
"""

import re
import sqlite3
from dataclasses import dataclass
from typing import Final, TypeAlias

from chatapp.codebase.search.contents import (
    File,
    file_ending,
    find_file,
    like_text,
    similar_paths,
    tidy,
)
from chatapp.codebase.search.symbols import (
    Symbol,
    find_symbols,
    plain_name,
    symbols_in,
    symbols_like,
)
from chatapp.domain.sources import LineRange

MAX_LINES: Final = 100_000_000
MAX_SUGGESTIONS: Final = 5
_LINES: Final = re.compile(r"(?P<path>.+?):(?P<start>\d{1,8})(?:[-–:](?P<end>\d{1,8}))?")
_INSIDE: Final = re.compile(r"(?P<path>[^:#]+)(?:::|#)(?P<name>.+)")


@dataclass(frozen=True, slots=True)
class FileTarget:
    """A file, or some lines of it."""

    file: File
    lines: LineRange | None = None


@dataclass(frozen=True, slots=True)
class FolderTarget:
    """A folder, without a slash at its end; "" is the whole repository."""

    path: str


@dataclass(frozen=True, slots=True)
class SymbolTarget:
    """A definition, the file it is in, and others of the same name."""

    symbol: Symbol
    file: File
    others: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not in the index: why, and what may have been meant."""

    target: str
    reason: str
    suggestions: tuple[str, ...] = ()


Target: TypeAlias = FileTarget | FolderTarget | SymbolTarget | Unknown


def resolve(index: sqlite3.Connection, target: str) -> Target:
    """What `target` names at the indexed commit."""
    return (
        _file(index, target)
        or _lines(index, target)
        or _folder(index, target)
        or _inside(index, target)
        or _symbol(index, target)
        or _ending(index, target)
        or _unknown(index, target)
    )


def _file(index: sqlite3.Connection, target: str) -> FileTarget | None:
    file = find_file(index, target)
    return FileTarget(file) if file else None


def _lines(index: sqlite3.Connection, target: str) -> FileTarget | None:
    found = _LINES.fullmatch(target.strip())
    file = find_file(index, found["path"]) if found else None
    if found is None or file is None:
        return None
    return FileTarget(file, _range(found))


def _range(found: re.Match[str]) -> LineRange:
    start = max(1, int(found["start"]))
    return LineRange(start, max(start, int(found["end"] or start)))


def _folder(index: sqlite3.Connection, target: str) -> FolderTarget | None:
    path = tidy(target).rstrip("/")
    if path in ("", "."):
        return FolderTarget("") if target.strip() in (".", "./", "/") else None
    row = index.execute(
        "SELECT 1 FROM files WHERE path LIKE ? ESCAPE '\\' LIMIT 1", (f"{like_text(path)}/%",)
    ).fetchone()
    return FolderTarget(path) if row else None


def _inside(index: sqlite3.Connection, target: str) -> SymbolTarget | None:
    """``path::name`` or ``path#name``."""
    found = _INSIDE.fullmatch(target.strip())
    file = find_file(index, found["path"]) if found else None
    if found is None or file is None:
        return None
    name = plain_name(found["name"])
    named = [
        symbol
        for symbol in symbols_in(index, file.file_id)
        if name in (symbol.name, symbol.qualified_name)
    ]
    return SymbolTarget(named[0], file, tuple(named[1:])) if named else None


def _symbol(index: sqlite3.Connection, target: str) -> SymbolTarget | None:
    found = find_symbols(index, target)
    file = find_file(index, found[0].path) if found else None
    return SymbolTarget(found[0], file, tuple(found[1:])) if file else None


def _ending(index: sqlite3.Connection, target: str) -> FileTarget | None:
    """A file, or lines of it, by the end of its path; several that end so are only suggested."""
    whole = file_ending(index, target)
    if whole:
        return FileTarget(whole)
    found = _LINES.fullmatch(target.strip())
    file = file_ending(index, found["path"]) if found else None
    return FileTarget(file, _range(found)) if found and file else None


def _unknown(index: sqlite3.Connection, target: str) -> Unknown:
    path = tidy(target)
    row = index.execute("SELECT reason FROM skipped WHERE path = ?", (path,)).fetchone()
    if row:
        return Unknown(target, f"it is not indexed ({row[0]})")
    last = plain_name(target).rpartition(".")[2]
    names = [symbol.qualified_name for symbol in symbols_like(index, last, MAX_SUGGESTIONS)]
    suggestions = (*similar_paths(index, target), *dict.fromkeys(names))
    reason = "no file or definition of the indexed commit has this name"
    return Unknown(target, reason, suggestions[:MAX_SUGGESTIONS])
