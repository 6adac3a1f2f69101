"""The files of an index on disk: the one that readers see, and the one under construction.

Invariant: the visible file is never changed, only replaced by a complete one; readers that hold
the old one keep it. A build that was killed leaves its file, and the next one goes on from there.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from chatapp.codebase import schema
from chatapp.codebase.parse.file import PARSER_VERSION
from chatapp.codebase.words import WORDS_VERSION

_PRAGMAS: Final = ("journal_mode = TRUNCATE", "synchronous = OFF", "cache_size = -32000")
_TEXT_LISTS: Final = ("files_text", "chunks_text", "commits_text", "decisions_text")
_HASH_BYTES: Final = 8 << 20
"""Memory in which FTS5 gathers words before it writes a segment; the default of 1 MB is slower."""


def building_path(final: Path) -> Path:
    """Where the next state of an index is made."""
    return final.with_suffix(".building")


def versions(max_file_bytes: int) -> dict[str, str]:
    """What must be equal for rows of an earlier build to be good now."""
    return {
        "words_version": str(WORDS_VERSION),
        "parser_version": str(PARSER_VERSION),
        "max_file_bytes": str(max_file_bytes),
    }


def read_meta(index: sqlite3.Connection) -> dict[str, str]:
    """All of `meta`."""
    return dict(index.execute("SELECT key, value FROM meta"))


def write_meta(index: sqlite3.Connection, values: Mapping[str, str]) -> None:
    """Set some of `meta`."""
    index.executemany("INSERT OR REPLACE INTO meta VALUES (?,?)", sorted(values.items()))


def published_commit(final: Path, wanted: Mapping[str, str]) -> str | None:
    """The commit that the visible index shows, None when it is missing or of other versions."""
    meta = _usable_meta(final, wanted)
    return None if meta is None else meta.get("commit")


@contextmanager
def open_building(final: Path, wanted: Mapping[str, str]) -> Iterator[sqlite3.Connection]:
    """The index under construction: what a broken build left, else a copy, else an empty one."""
    final.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = building_path(final)
    if _usable_meta(path, wanted, is_checked=True) is None:
        discard(final)
        if _usable_meta(final, wanted) is not None:
            shutil.copyfile(final, path)
    is_new = not path.exists()
    with closing(sqlite3.connect(path)) as index:
        for pragma in _PRAGMAS:
            index.execute(f"PRAGMA {pragma}")
        if is_new:
            _lay_tables(index, wanted)
        yield index


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """An index to look into, never to change."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as index:
        yield index


def compact(index: sqlite3.Connection) -> None:
    """Merge the text lists and give freed pages back; worth its 1 s after a large build."""
    for name in _TEXT_LISTS:
        index.execute(f"INSERT INTO {name} ({name}) VALUES ('optimize')")  # noqa: S608 - our names
    index.commit()
    index.execute("VACUUM")


def publish(final: Path) -> None:
    """Give the finished index the visible name, in one step."""
    path = building_path(final)
    with path.open("rb") as file:
        os.fsync(file.fileno())
    path.chmod(0o600)
    path.replace(final)
    discard(final)


def discard(final: Path) -> None:
    """Delete what an unfinished build left."""
    path = building_path(final)
    for leftover in (path, path.with_name(path.name + "-journal")):
        leftover.unlink(missing_ok=True)


def _lay_tables(index: sqlite3.Connection, wanted: Mapping[str, str]) -> None:
    schema.create(index)
    for name in _TEXT_LISTS:
        index.execute(f"INSERT INTO {name} ({name}, rank) VALUES ('hashsize', {_HASH_BYTES})")  # noqa: S608 - our names
    write_meta(index, wanted)
    index.commit()


def _usable_meta(
    path: Path, wanted: Mapping[str, str], *, is_checked: bool = False
) -> dict[str, str] | None:
    if not path.exists():
        return None
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as index:
        if schema.version(index) != schema.SCHEMA_VERSION:
            return None
        if is_checked and index.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            return None
        meta = read_meta(index)
        return meta if wanted.items() <= meta.items() else None
    return None
