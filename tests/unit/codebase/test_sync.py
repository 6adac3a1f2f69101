import dataclasses

import pytest

from chatapp.codebase import registry, sync
from chatapp.codebase.git.address import CloneAddress
from chatapp.codebase.index.build import build_index
from chatapp.codebase.models import Repository
from chatapp.codebase.schema import index_path
from chatapp.domain.errors import CloneFailed, NotFound
from chatapp.domain.ids import new_id
from chatapp.domain.repositories import IndexState, RegisterRepository
from chatapp.infra.clock import FakeClock
from chatapp.infra.file_lock import held
from chatapp.infra.handle import Infra
from chatapp.infra.queue import RecordingQueue
from tests.unit.codebase.repositories import ACCOUNT, Repo, Rows, indexed


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def infra(infra: Infra, clock: FakeClock) -> Infra:
    return dataclasses.replace(infra, clock=clock)


@pytest.mark.requirement("G09")
def test_moved_branch_is_noticed(infra: Infra, repo: Repo) -> None:
    old = repo.write("a").commit()
    repository_id = indexed(infra, repo)
    assert not sync.refresh_head(infra, repository_id).has_moved
    new = repo.write("b").commit()
    view = sync.refresh_head(infra, repository_id)
    assert view.has_moved
    assert (view.indexed_commit, view.head_commit) == (old, new)


def test_repository_is_due_an_interval_after_the_last_look(
    infra: Infra, repo: Repo, clock: FakeClock
) -> None:
    repo.write("a").commit()
    repository_id = indexed(infra, repo)
    assert sync.due_for_sync(infra) == ()
    clock.advance(infra.settings.sync_interval_s)
    assert sync.due_for_sync(infra) == (repository_id,)
    never = dataclasses.replace(infra.settings, sync_interval_s=0)
    assert sync.due_for_sync(dataclasses.replace(infra, settings=never)) == ()


@pytest.mark.requirement("G09")
def test_interval_asks_for_a_build_only_where_the_branch_moved(
    infra: Infra, repo: Repo, clock: FakeClock
) -> None:
    repo.write("a").commit()
    repository_id = indexed(infra, repo)
    assert isinstance(infra.queue, RecordingQueue)
    infra.queue.jobs.clear()
    clock.advance(infra.settings.sync_interval_s)
    assert sync.sync_due(infra) == ()
    repo.write("b").commit()
    clock.advance(infra.settings.sync_interval_s)
    assert sync.sync_due(infra) == (repository_id,)
    assert len(infra.queue.jobs) == 1


def test_repository_that_cannot_be_looked_at_does_not_stop_the_others(
    infra: Infra, repo: Repo, clock: FakeClock
) -> None:
    repo.write("a").commit()
    repo.git("branch", "work")
    broken = indexed(infra, repo, "work")
    good = indexed(infra, repo)
    repo.git("branch", "--delete", "work")
    repo.write("b").commit()
    clock.advance(infra.settings.sync_interval_s)
    assert sync.sync_due(infra) == (good,)
    error = registry.get(infra, broken).error
    assert error is not None
    assert "no branch “work”" in error
    assert sync.due_for_sync(infra) == ()


def _registered_clone(infra: Infra) -> str:
    wish = RegisterRepository("https://me:c4nary@example.org/team/shop.git")
    return registry.register(infra, wish, account_id=ACCOUNT).repository_id


def test_clone_is_made_once_and_then_fetched(
    infra: Infra, repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address is https; the test lets git fetch the same from a folder instead."""
    local = CloneAddress(f"file://{repo.folder}", "file", "", 0)
    config = {"protocol.file.allow": "always"}
    monkeypatch.setattr(sync, "remembered_address", lambda _git_dir: local)
    monkeypatch.setattr(sync, "network_config", lambda _address, _hosts: config)
    repo.write("a.py", "def first(): pass\n").commit()
    repository_id = _registered_clone(infra)
    build_index(infra, repository_id)
    rows = Rows(infra, repository_id)
    assert rows.all("SELECT name FROM symbols") == [("first",)]

    repo.write("a.py", "def second(): pass\n").commit("Rewritten", "Ann", "--amend")
    build_index(infra, repository_id)
    assert rows.all("SELECT name FROM symbols") == [("second",)]


@pytest.mark.requirement("U04")
def test_failed_clone_is_told_in_the_row_without_its_credential(
    infra: Infra, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sync, "network_config", lambda _address, _hosts: {"protocol.https.allow": "never"}
    )
    repository_id = _registered_clone(infra)
    with pytest.raises(CloneFailed):
        build_index(infra, repository_id)
    view = registry.get(infra, repository_id)
    assert view.state is IndexState.FAILED
    assert view.error is not None
    assert "https://***@example.org/team/shop.git could not be fetched" in view.error
    assert "c4nary" not in view.error
    assert not view.git_dir.exists()


def test_unknown_repository_is_not_found(infra: Infra) -> None:
    with pytest.raises(NotFound):
        sync.refresh_head(infra, new_id())


def test_first_index_that_nobody_builds_is_asked_for_again(infra: Infra, repo: Repo) -> None:
    """A worker killed in the middle of a first build left the repository indexing for ever."""
    repo.write("a").commit()
    view = registry.register(infra, RegisterRepository(str(repo.folder)), account_id=ACCOUNT)
    assert sync.resume_interrupted(infra) == (view.repository_id,)
    build_index(infra, view.repository_id)
    assert sync.resume_interrupted(infra) == ()


def test_first_index_that_is_being_built_is_left_alone(infra: Infra, repo: Repo) -> None:
    repo.write("a").commit()
    view = registry.register(infra, RegisterRepository(str(repo.folder)), account_id=ACCOUNT)
    infra.settings.indexes_dir.mkdir(parents=True)
    with held(infra.settings.indexes_dir / f"{view.repository_id}.lock"):
        assert sync.resume_interrupted(infra) == ()


def test_update_that_a_killed_worker_left_is_asked_for_again(infra: Infra, repo: Repo) -> None:
    repo.write("a").commit()
    repository_id = indexed(infra, repo)
    assert sync.resume_interrupted(infra) == ()
    with infra.database.transaction() as session:
        session.get_one(Repository, repository_id).phase = "files"
    with held(index_path(infra, repository_id).with_suffix(".lock")):
        assert sync.resume_interrupted(infra) == ()
    assert sync.resume_interrupted(infra) == (repository_id,)
