from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chatapp.cli.progress import is_over, wait_for_index
from chatapp.domain.errors import RepositoryError
from chatapp.domain.repositories import IndexProgress, IndexState, RepositoryView

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
QUEUED = RepositoryView(
    repository_id="r1",
    name="demo",
    source="/demo",
    git_dir=Path("/demo/.git"),
    branch="",
    state=IndexState.QUEUED,
    progress=IndexProgress("", 0, 0, 0),
    indexed_commit=None,
    indexed_at=None,
    head_commit="c1",
    files=0,
    skipped_files=0,
    error=None,
)
HALF = replace(
    QUEUED, state=IndexState.INDEXING, progress=IndexProgress("files", 5, 10, 50), head_commit="c1"
)
READY = replace(
    QUEUED,
    state=IndexState.READY,
    progress=IndexProgress("ready", 10, 10, 100),
    indexed_commit="c1",
    indexed_at=WHEN,
)
FAILED = replace(QUEUED, state=IndexState.FAILED, error="The disk is full. Make room.")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatapp.cli.progress.LOOK_S", 0)


def _wait(*views: RepositoryView, before: RepositoryView = QUEUED) -> RepositoryView:
    left: Iterator[RepositoryView] = iter((*views, *[views[-1]] * 3))
    return wait_for_index(lambda: next(left), before, lambda: True)


def test_build_is_followed_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert _wait(QUEUED, HALF, HALF, READY) == READY
    assert capsys.readouterr().err.splitlines() == [
        "demo: queued 0%",
        "demo: files 5/10 files 50%",
        "demo: ready 10/10 files 100%",
    ]


def test_failed_build_says_why() -> None:
    with pytest.raises(RepositoryError, match="disk is full"):
        _wait(HALF, FAILED)


def test_worker_that_died_ends_the_wait() -> None:
    with pytest.raises(RepositoryError, match="worker ended"):
        wait_for_index(lambda: HALF, QUEUED, lambda: False)


def test_sync_without_news_is_over_when_it_was_looked_at() -> None:
    assert not is_over(READY, READY)
    assert is_over(replace(READY, indexed_at=WHEN.replace(hour=1)), READY)
