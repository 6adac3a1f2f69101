"""The four ways to search, each from a query text to hits. Called by the tools.

`find` reads a query every way at once: names of definitions and paths that it spells out, and the
ranking of everything else. The other functions take it as what the caller says it is.
"""

import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from chatapp.codebase.search.contents import (
    File,
    files_by_id,
    find_file,
    like_text,
    tidy,
)
from chatapp.codebase.search.hits import Hit, file_hit, hits_of, line_hit, symbol_hit
from chatapp.codebase.search.patterns import MAX_PATTERN_CHARS, Pattern, scan, scan_file
from chatapp.codebase.search.query import read_query
from chatapp.codebase.search.ranking import Ranked, rank
from chatapp.codebase.search.symbols import find_symbols, symbols_like

PathFilter: TypeAlias = Callable[[str], bool]
SYMBOL_LINES: Final = 20
EXACT_FILES: Final = 60
EXACT_HITS: Final = 5
_ONE_WORD: Final = re.compile(r"\S{2,200}")
_SIGN: Final = re.compile(r"[^\w/]")
MIN_LINES: Final = 50
MAX_PATHS: Final = 500

_PATHS_LIKE: Final = """
SELECT id FROM files WHERE path LIKE ? ESCAPE '\\'
ORDER BY path <> ?, is_test, length(path), path LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class Found:
    """Hits, best first; `total` counts those that were not built too."""

    hits: tuple[Hit, ...]
    total: int = 0
    is_complete: bool = True


def find(index: sqlite3.Connection, query: str, is_wanted: PathFilter, limit: int) -> Found:
    """The places that answer a question, one for each file."""
    read = read_query(query)
    ranked = rank(index, read, is_wanted)
    first = [hit for hit in _spelled_out(index, query.strip(), ranked) if is_wanted(hit.path)]
    if not ranked and not first:
        return find_lines(index, query.strip()[:MAX_PATTERN_CHARS], is_wanted, limit)
    paths = {hit.path for hit in first}
    others = [item for item in ranked if item.file.path not in paths]
    hits = (*first, *hits_of(index, read, others[: max(0, limit - len(first))]))
    return Found(hits, len(first) + len(others))


def _spelled_out(index: sqlite3.Connection, word: str, ranked: list[Ranked]) -> list[Hit]:
    """What a query of one word spells out: a path, a definition, or text with signs in it.

    Words alone cannot tell ``C++`` from ``C`` or ``foo.bar()`` from foo and bar, so the best files
    are looked through for exactly that.
    """
    if not _ONE_WORD.fullmatch(word):
        return []
    file = find_file(index, word)
    hits = [file_hit(index, file)] if file else []
    symbols = find_symbol_hits(index, word, lambda _path: True, EXACT_HITS, is_exact=True)
    hits += symbols.hits
    if _SIGN.search(word):
        pattern = Pattern(word.removesuffix("()"), is_literal=True)
        files = [item.file for item in ranked[:EXACT_FILES]]
        lines = [line for file in files for line in scan_file(index, file, pattern)[:1]]
        hits += [line_hit(index, line, "text") for line in lines[:EXACT_HITS]]
    return list({hit.path: hit for hit in reversed(hits)}.values())[::-1]


def find_symbol_hits(
    index: sqlite3.Connection,
    query: str,
    is_wanted: PathFilter,
    limit: int,
    *,
    is_exact: bool = False,
) -> Found:
    """Definitions of this name, else (unless `is_exact`) those whose name contains it."""
    symbols = find_symbols(index, query)
    if not symbols and not is_exact:
        symbols = symbols_like(index, query, limit * 2)
    wanted = [symbol for symbol in symbols if is_wanted(symbol.path)]
    files = files_by_id(index, [symbol.file_id for symbol in wanted])
    hits = [
        symbol_hit(index, symbol, files[symbol.file_id], size=SYMBOL_LINES)
        for symbol in wanted[:limit]
    ]
    return Found(tuple(hits), len(wanted))


def find_paths(index: sqlite3.Connection, query: str, is_wanted: PathFilter, limit: int) -> Found:
    """Files whose path contains the query."""
    wanted = tidy(query)
    rows = index.execute(_PATHS_LIKE, (f"%{like_text(wanted)}%", wanted, MAX_PATHS))
    ids = [row[0] for row in rows]
    known = files_by_id(index, ids)
    files: list[File] = [known[file_id] for file_id in ids if is_wanted(known[file_id].path)]
    return Found(tuple(file_hit(index, file) for file in files[:limit]), len(files))


def find_lines(index: sqlite3.Connection, query: str, is_wanted: PathFilter, limit: int) -> Found:
    """Lines that hold exactly this text."""
    return _scanned(index, Pattern(query, is_literal=True), is_wanted, limit, "text")


def find_matches(index: sqlite3.Connection, query: str, is_wanted: PathFilter, limit: int) -> Found:
    """Lines that match this regular expression."""
    return _scanned(index, Pattern(query, is_literal=False), is_wanted, limit, "regex")


def _scanned(
    index: sqlite3.Connection, pattern: Pattern, is_wanted: PathFilter, limit: int, why: str
) -> Found:
    scanned = scan(index, pattern, is_wanted, max(limit, MIN_LINES))
    hits = tuple(line_hit(index, hit, why) for hit in scanned.hits)
    return Found(hits, len(hits), scanned.is_complete)
