"""Definitions that nothing seems to use, with a reason and a confidence for each.

Strict on purpose, since tools that go by calls alone flag every public API: a candidate's name is
called, imported, inherited, or even mentioned nowhere else, in code, strings, templates, docs or
configuration; it is not registered by a decorator, no entry point, no test, no special name.
"""

import re
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

OLD_S: Final = 180 * 86_400
MIN_NAME: Final = 3

_CANDIDATES: Final = """
SELECT s.id, s.file_id, s.name, s.kind, s.is_exported, s.parent_id,
  (SELECT COUNT(*) FROM symbols o WHERE o.name = s.name) AS namesakes,
  (SELECT COUNT(*) FROM refs r WHERE r.file_id = s.file_id AND r.from_id = s.parent_id
    AND r.kind = 'inherit' AND r.target_id IS NULL) AS outside_bases, h.last_at
FROM symbols s JOIN files f ON f.id = s.file_id
LEFT JOIN file_history h ON h.file_id = s.file_id
WHERE f.kind = 'code' AND s.kind IN ('function', 'method', 'class', 'struct', 'interface', 'enum')
  AND s.decorators = '' AND LENGTH(s.name) >= ?
  AND NOT EXISTS (SELECT 1 FROM refs r WHERE r.name = s.name)
  AND s.name NOT IN (SELECT name FROM imports)
  AND (s.kind <> 'method' OR EXISTS (SELECT 1 FROM symbols p WHERE p.id = s.parent_id
    AND p.kind NOT IN ('function', 'method')))
ORDER BY s.id
"""
_WORD: Final = re.compile(r"\w+")
_SPECIAL: Final = re.compile(
    r"__\w+__|main|init|setup|teardown|setUp|tearDown|constructor|[Tt]est\w*|Benchmark\w*"
    r"|(do|visit|depart|handle|on|render|get|post|put|patch|delete)_[A-Z]\w*|new|default|toString"
)


class Candidate(NamedTuple):
    """A definition without a recorded use."""

    symbol_id: int
    file_id: int
    name: str
    kind: str
    is_exported: bool
    parent_id: int | None
    namesakes: int
    outside_bases: int
    last_at: int | None


def rebuild_dead_code(index: sqlite3.Connection) -> None:
    """Write `dead_code` anew."""
    newest = index.execute("SELECT MAX(committed_at) FROM commits").fetchone()[0] or 0
    index.execute("DELETE FROM dead_code")
    rows = [_row(candidate, newest) for candidate in _unmentioned(index)]
    index.executemany("INSERT INTO dead_code VALUES (?,?,?,?,?,?)", rows)


def _unmentioned(index: sqlite3.Connection) -> Iterator[Candidate]:
    files: dict[int, _Mentions] = {}
    for row in index.execute(_CANDIDATES, (MIN_NAME,)).fetchall():
        candidate = Candidate(*row)
        if _SPECIAL.fullmatch(candidate.name) or _is_mentioned_elsewhere(index, candidate):
            continue
        if candidate.file_id not in files:
            text = _body(index, candidate.file_id)
            files[candidate.file_id] = _Mentions(text, Counter(_WORD.findall(text)))
        if not _is_mentioned_here(candidate, files[candidate.file_id]):
            yield candidate


class _Mentions(NamedTuple):
    """A file's text and how often it says each word."""

    text: str
    counts: Counter[str]


def _is_mentioned_here(candidate: Candidate, file: _Mentions) -> bool:
    """Whether its own file names it besides defining it, or builds names that begin like it."""
    prefix = re.match(r"\w+_(?=[^_])", candidate.name)
    if prefix and re.search(rf"{re.escape(prefix.group())}[%{{\"'$]", file.text):
        return True
    return file.counts[candidate.name] > candidate.namesakes


def _is_mentioned_elsewhere(index: sqlite3.Connection, candidate: Candidate) -> bool:
    joined = candidate.name.replace("_", "").lower()
    query = "SELECT 1 FROM files_text WHERE files_text MATCH ? AND rowid <> ? LIMIT 1"
    if not joined.isalnum():
        return True
    return index.execute(query, (f'body : "{joined}"', candidate.file_id)).fetchone() is not None


def _body(index: sqlite3.Connection, file_id: int) -> str:
    row = index.execute("SELECT body FROM contents WHERE file_id = ?", (file_id,)).fetchone()
    return zlib.decompress(row[0]).decode()


def _row(candidate: Candidate, newest: int) -> tuple[object, ...]:
    confidence, reason = _judge(candidate)
    is_old = candidate.last_at is not None and newest - candidate.last_at > OLD_S
    if is_old and not candidate.is_exported:
        confidence = round(confidence + 0.05, 2)
    tier = "high" if confidence >= 0.8 else "medium" if confidence >= 0.5 else "low"
    return (candidate.symbol_id, candidate.file_id, tier, confidence, reason, candidate.last_at)


def _judge(candidate: Candidate) -> tuple[float, str]:
    nowhere = "Its name appears nowhere else in the repository"
    if candidate.outside_bases:
        return 0.3, f"{nowhere}, but a base class from outside may call it."
    if candidate.is_exported and candidate.kind == "method":
        return 0.3, f"{nowhere}, but it is public: users of the class may call it."
    if candidate.is_exported:
        return 0.45, f"{nowhere}, but it is public: code outside may use it."
    if candidate.kind == "method":
        return 0.8, f"{nowhere}, and it is private to its class."
    return 0.9, f"{nowhere}, and it is private to its file."
