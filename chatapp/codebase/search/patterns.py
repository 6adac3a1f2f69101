"""Literal text and regular expressions over the indexed contents, line by line as grep shows them.

Both run in RE2, whose time is linear in the text: no pattern can hang the process. A scan lets
other greenlets run between files, stops at a deadline and says so. Called by `search_codebase`.
"""

import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import re2

from chatapp.codebase.search.contents import File
from chatapp.domain.errors import InvalidArguments

MAX_LINES_PER_FILE: Final = 5
DEADLINE_S: Final = 3.0
FILES_PER_PAUSE: Final = 64
MAX_PATTERN_BYTES: Final = 8 << 20
MAX_PATTERN_CHARS: Final = 1000

_FILES: Final = """
SELECT id, path, language FROM files
ORDER BY CASE kind WHEN 'code' THEN 0 WHEN 'test' THEN 2 ELSE 1 END, path
"""
_BODY: Final = "SELECT body FROM contents WHERE file_id = ?"


@dataclass(frozen=True, slots=True)
class LineHit:
    """One matching line; `position` is where in it the match begins."""

    path: str
    language: str
    number: int
    line: str
    position: int


@dataclass(frozen=True, slots=True)
class Scan:
    """What a scan found, and whether it saw every file to its end."""

    hits: tuple[LineHit, ...]
    is_complete: bool


class Pattern:
    """A compiled RE2 pattern over UTF-8; one without capitals matches any case."""

    def __init__(self, source: str, *, is_literal: bool) -> None:
        options = re2.Options()
        options.log_errors = False
        options.max_mem = MAX_PATTERN_BYTES
        options.literal = is_literal
        options.case_sensitive = source != source.lower()
        self._compiled: Any = _compiled(source if is_literal else f"(?m){source}", options)

    def positions(self, body: bytes) -> Iterator[int]:
        """Where matches begin, in bytes and in order, one for each line at most."""
        position = 0
        while found := self._compiled.search(body, position):
            yield found.start()
            position = body.find(b"\n", found.start()) + 1
            if position == 0:
                return


def _compiled(source: str, options: object) -> object:
    if len(source) > MAX_PATTERN_CHARS:
        raise InvalidArguments(f"The pattern is longer than {MAX_PATTERN_CHARS} characters.")
    try:
        return re2.compile(source.encode("utf-8", "surrogatepass"), options)
    except re2.error as error:
        raise InvalidArguments(
            f"The regular expression cannot be used: {_reason(error)}."
            " RE2 syntax: no look-around, no back-references."
        ) from None


def _reason(error: Exception) -> str:
    reason = error.args[0] if error.args else "unknown"
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)


def scan(
    index: sqlite3.Connection, pattern: Pattern, is_wanted: Callable[[str], bool], enough: int
) -> Scan:
    """Matching lines of the files whose path is wanted: code first, until there are `enough`."""
    give_up = time.monotonic() + DEADLINE_S
    hits: list[LineHit] = []
    for count, (file_id, path, language) in enumerate(index.execute(_FILES), start=1):
        if time.monotonic() > give_up or len(hits) > enough:
            return Scan(tuple(hits[:enough]), is_complete=False)
        if is_wanted(path):
            hits += _in_file(index, file_id, (path, language), pattern)
        if count % FILES_PER_PAUSE == 0:
            time.sleep(0)  # cooperative in the web process
    return Scan(tuple(hits[:enough]), is_complete=len(hits) <= enough)


def scan_file(index: sqlite3.Connection, file: File, pattern: Pattern) -> list[LineHit]:
    """Matching lines of one file."""
    return _in_file(index, file.file_id, (file.path, file.language), pattern)


def _in_file(
    index: sqlite3.Connection, file_id: int, name: tuple[str, str], pattern: Pattern
) -> list[LineHit]:
    row = index.execute(_BODY, (file_id,)).fetchone()
    body = zlib.decompress(row[0]) if row else b""
    if b"\r" in body:
        body = body.replace(b"\r\n", b"\n")
    hits: list[LineHit] = []
    for position in pattern.positions(body):
        start = body.rfind(b"\n", 0, position) + 1
        end = body.find(b"\n", start)
        line = body[start:] if end < 0 else body[start:end]
        before = body[start:position].decode("utf-8", "replace")
        number = body.count(b"\n", 0, start) + 1
        shown = line.decode("utf-8", "replace").removeprefix("\ufeff")
        hits.append(LineHit(*name, number, shown, len(before)))
        if len(hits) >= MAX_LINES_PER_FILE:
            break
    return hits
