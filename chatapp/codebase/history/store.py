"""Keeping `commits` and `touches` equal to the history of the indexed commit.

From any earlier commit, ancestor or not (a force-push, another branch), only the difference of
the two histories is read: what is reachable now and was not comes, what no longer is goes.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from chatapp.codebase.git.heads import has_commit
from chatapp.codebase.history.log import Commit, read_hashes, read_line_counts, read_log
from chatapp.codebase.ids import COMMIT_DECISION, commit_row_id, path_id
from chatapp.codebase.parse.passages import MIN_COMMENT, WHY, title_of
from chatapp.codebase.texts import decision_words
from chatapp.codebase.words import index_text

LINE_COUNT_S: Final = 2 * 365 * 86_400
"""How far back from the indexed commit lines are counted."""

BATCH: Final = 2_000

_FIX: Final = re.compile(r"(?i)\b(fix(e[sd])?|bug|regression|hotfix|revert)\b|修复|修正")


def update_history(
    index: sqlite3.Connection, git_dir: Path, old: str | None, new: str, tick: Callable[[], None]
) -> None:
    """Bring the history from commit `old` (None: nothing) to `new`; commits as it goes along.

    `tick` is called now and then and may raise to stop; the next run then begins anew.
    """
    if old is not None and not has_commit(git_dir, old):
        clear_history(index)
        old = None
    added = [new, f"^{old}"] if old else [new]
    if old:
        _forget(index, [commit_row_id(one) for one in read_hashes(git_dir, [old, f"^{new}"])])
    _add(index, git_dir, added, tick)
    _count_lines(index, git_dir, added, new)


def clear_history(index: sqlite3.Connection) -> None:
    """Forget all commits."""
    _forget(index, [row[0] for row in index.execute("SELECT id FROM commits").fetchall()])


def message_of(subject: str, body: str) -> str:
    """A commit's message as it is searched and cited: the subject is line 1, the body follows."""
    return f"{subject}\n\n{body}" if body else subject


def _add(
    index: sqlite3.Connection, git_dir: Path, revisions: Sequence[str], tick: Callable[[], None]
) -> None:
    commits = read_log(git_dir, revisions)
    while batch := sorted(islice(commits, BATCH), key=lambda commit: commit.hash):
        _insert(index, batch)
        tick()


def _insert(index: sqlite3.Connection, commits: Sequence[Commit]) -> None:
    index.executemany(
        "INSERT OR IGNORE INTO commits VALUES (?,?,?,?,?,?,?,?,?,?)", map(_row, commits)
    )
    index.executemany(
        "INSERT INTO commits_text (rowid, message) VALUES (?,?)",
        [(commit_row_id(one.hash), _words(one.subject, one.body)) for one in commits],
    )
    touched = {path: path_id(path) for one in commits for path in one.paths}
    index.executemany(
        "INSERT OR IGNORE INTO paths VALUES (?,?)",
        [(number, path) for path, number in touched.items()],
    )
    pairs = {(touched[path], commit_row_id(one.hash)) for one in commits for path in one.paths}
    index.executemany("INSERT OR IGNORE INTO touches VALUES (?,?)", sorted(pairs))
    _add_decisions(index, commits)


def _row(commit: Commit) -> tuple[object, ...]:
    is_fix = _FIX.search(commit.subject) is not None
    return (
        commit_row_id(commit.hash), commit.hash, commit.author, commit.committed_at, commit.subject,
        commit.body, len(commit.paths), None, None, is_fix,
    )  # fmt: skip


def _words(subject: str, body: str) -> str:
    return index_text(f"{subject}\n{body}")


def _add_decisions(index: sqlite3.Connection, commits: Iterable[Commit]) -> None:
    for commit in commits:
        if len(commit.body) < MIN_COMMENT or not WHY.search(commit.body):
            continue
        number = commit_row_id(commit.hash)
        message = message_of(commit.subject, commit.body)
        title = title_of(commit.subject)
        row = (COMMIT_DECISION + number, "commit", None, number, 1, message.count("\n") + 1, title,
               message, commit.committed_at)  # fmt: skip
        index.execute("INSERT OR IGNORE INTO decisions VALUES (?,?,?,?,?,?,?,?,?)", row)
        index.execute(
            "INSERT INTO decisions_text (rowid, title, body) VALUES (?,?,?)",
            (row[0], *decision_words(title, message)),
        )


def _forget(index: sqlite3.Connection, commits: Iterable[int]) -> None:
    for number in commits:
        row = index.execute("SELECT subject, body FROM commits WHERE id = ?", (number,)).fetchone()
        if row is None:
            continue
        index.execute(
            "INSERT INTO commits_text (commits_text, rowid, message) VALUES ('delete',?,?)",
            (number, _words(*row)),
        )
        _forget_decision(index, COMMIT_DECISION + number)
        index.execute("DELETE FROM touches WHERE commit_id = ?", (number,))
        index.execute("DELETE FROM commits WHERE id = ?", (number,))


def _forget_decision(index: sqlite3.Connection, decision_id: int) -> None:
    row = index.execute("SELECT title, text FROM decisions WHERE id = ?", (decision_id,)).fetchone()
    if row is not None:
        index.execute(
            "INSERT INTO decisions_text (decisions_text, rowid, title, body)"
            " VALUES ('delete',?,?,?)",
            (decision_id, *decision_words(*row)),
        )
        index.execute("DELETE FROM decisions WHERE id = ?", (decision_id,))


def _count_lines(
    index: sqlite3.Connection, git_dir: Path, revisions: Sequence[str], new: str
) -> None:
    """Fill in the line counts of recent commits, and empty those that are recent no more.

    A branch whose newest commit is older than the last one's makes old commits recent again: then
    the whole span is counted.
    """
    newest = index.execute("SELECT MAX(committed_at) FROM commits").fetchone()[0] or 0
    since = newest - LINE_COUNT_S
    _store_counts(index, read_line_counts(git_dir, revisions, since), since)
    missing = "SELECT 1 FROM commits WHERE committed_at >= ? AND insertions IS NULL LIMIT 1"
    if revisions != [new] and index.execute(missing, (since,)).fetchone():
        _store_counts(index, read_line_counts(git_dir, [new], since), since)
    index.execute(
        "UPDATE commits SET insertions = NULL, deletions = NULL"
        " WHERE committed_at < ? AND insertions IS NOT NULL",
        (since,),
    )


def _store_counts(
    index: sqlite3.Connection, counts: Mapping[str, tuple[int, int]], since: int
) -> None:
    index.executemany(
        "UPDATE commits SET insertions = ?, deletions = ? WHERE id = ? AND committed_at >= ?",
        [(*pair, commit_row_id(commit), since) for commit, pair in counts.items()],
    )
