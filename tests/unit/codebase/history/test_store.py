import sqlite3
from collections.abc import Iterator

import pytest

from chatapp.codebase.history.store import clear_history, message_of, update_history
from chatapp.codebase.schema import create
from tests.unit.codebase.repositories import Repo

WHY = "Read prices again\n\nBecause they may change overnight, the cart reads them when it is paid."


@pytest.fixture
def index() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    create(connection)
    yield connection
    connection.close()


def _update(index: sqlite3.Connection, repo: Repo, old: str | None, new: str) -> None:
    update_history(index, repo.git_dir, old, new, lambda: None)


def _all(index: sqlite3.Connection) -> list[object]:
    queries = (
        "SELECT * FROM commits ORDER BY id",
        "SELECT * FROM touches ORDER BY 1, 2",
        "SELECT * FROM decisions ORDER BY id",
        "SELECT rowid FROM commits_text WHERE commits_text MATCH 'cart' ORDER BY rowid",
    )
    return [index.execute(query).fetchall() for query in queries]


def test_commit_that_says_why_is_a_decision_with_its_words(
    index: sqlite3.Connection, repo: Repo
) -> None:
    commit = repo.write("a").commit(WHY)
    repo.write("b").commit("Add b")
    _update(index, repo, None, repo.git("rev-parse", "HEAD").strip())
    (row,) = index.execute("SELECT kind, commit_id, start_line, end_line, text FROM decisions")
    assert row == ("commit", int(commit[:12], 16), 1, 3, WHY)


def test_history_follows_a_force_push(index: sqlite3.Connection, repo: Repo) -> None:
    repo.write("a").commit("Begin")
    old = repo.write("b").commit(WHY)
    _update(index, repo, None, old)
    new = repo.write("c").commit("Other cart", "Ann", "--amend")
    _update(index, repo, old, new)
    followed = _all(index)
    clear_history(index)
    _update(index, repo, None, new)
    assert _all(index) == followed
    assert index.execute("SELECT COUNT(*) FROM decisions").fetchone() == (0,)


def test_history_begins_anew_when_the_old_commit_is_gone(
    index: sqlite3.Connection, repo: Repo
) -> None:
    new = repo.write("a").commit()
    _update(index, repo, None, new)
    _update(index, repo, "1" * 40, new)
    assert index.execute("SELECT COUNT(*) FROM commits").fetchone() == (1,)


def test_cleared_history_leaves_nothing_to_find(index: sqlite3.Connection, repo: Repo) -> None:
    _update(index, repo, None, repo.write("a").commit(WHY))
    clear_history(index)
    assert _all(index) == [[], [], [], []]


def test_lines_are_counted_for_the_last_two_years_only(
    index: sqlite3.Connection, repo: Repo
) -> None:
    repo.write("a", "1\n").commit("Old")
    repo.commits += 800
    recent = repo.write("a", "2\n").commit("Recent")
    _update(index, repo, None, recent)
    rows = index.execute("SELECT subject, insertions, deletions FROM commits ORDER BY committed_at")
    assert rows.fetchall() == [("Old", None, None), ("Recent", 1, 1)]


def test_going_back_to_an_older_branch_counts_its_lines(
    index: sqlite3.Connection, repo: Repo
) -> None:
    old = repo.write("a", "1\n").commit("Old")
    repo.commits += 800
    recent = repo.write("a", "2\n").commit("Recent")
    _update(index, repo, None, recent)
    _update(index, repo, recent, old)
    assert index.execute("SELECT subject, insertions FROM commits").fetchall() == [("Old", 1)]


def test_message_has_the_subject_as_its_first_line() -> None:
    assert message_of("Subject", "") == "Subject"
    assert message_of("Subject", "Body").split("\n") == ["Subject", "", "Body"]
