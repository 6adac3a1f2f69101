import pytest
from sqlalchemy import select

from chatapp.codebase import registry
from chatapp.codebase.index.build import build_index
from chatapp.codebase.models import Repository
from chatapp.codebase.schema import index_path
from chatapp.domain.errors import Conflict, NotFound
from chatapp.domain.ids import new_id
from chatapp.domain.repositories import IndexState, RegisterRepository, SkippedFile
from chatapp.infra.handle import Infra
from chatapp.infra.queue import INDEX_REPOSITORY, RecordingQueue
from tests.unit.codebase.repositories import ACCOUNT, Repo, add, indexed


def _jobs(infra: Infra) -> list[tuple[str, tuple[str, ...]]]:
    assert isinstance(infra.queue, RecordingQueue)
    return infra.queue.jobs


def test_registered_repository_waits_for_its_index(infra: Infra, repo: Repo) -> None:
    commit = repo.write("a").commit()
    view = add(infra, repo)
    assert view.state is IndexState.QUEUED
    assert (view.name, view.source, view.head_commit) == ("repo", str(repo.folder), commit)
    assert _jobs(infra) == [(INDEX_REPOSITORY, (view.repository_id,))]
    assert registry.get(infra, view.repository_id) == view


def test_registering_twice_is_registering_once(infra: Infra, repo: Repo) -> None:
    repo.write("deep/a").commit()
    first = add(infra, repo)
    wish = RegisterRepository(str(repo.folder / "deep"))
    second = registry.register(infra, wish, account_id=ACCOUNT)
    assert second.repository_id == first.repository_id
    assert len(_jobs(infra)) == 1
    assert registry.list_all(infra) == (first,)


def test_another_branch_is_another_repository(infra: Infra, repo: Repo) -> None:
    repo.write("a").commit()
    repo.git("branch", "work")
    assert [add(infra, repo).name, add(infra, repo, "work").name] == ["repo", "repo-2"]


def test_the_same_source_is_one_repository_whoever_adds_it(infra: Infra, repo: Repo) -> None:
    """A fresh server added itself before its first member; `chatapp ask` then added it again."""
    repo.write("a").commit()
    wish = RegisterRepository(str(repo.folder))
    second = registry.register(infra, wish, account_id="b" * 32)
    assert second.repository_id == add(infra, repo).repository_id


def test_chosen_name_that_is_taken_is_a_conflict(infra: Infra, repo: Repo) -> None:
    repo.write("a").commit()
    repo.git("branch", "work")
    add(infra, repo)
    wish = RegisterRepository(str(repo.folder), name="repo", branch="work")
    with pytest.raises(Conflict, match="Choose another name"):
        registry.register(infra, wish, account_id=ACCOUNT)


@pytest.mark.requirement("U04")
def test_credential_of_an_address_is_in_no_row(infra: Infra) -> None:
    wish = RegisterRepository("https://me:c4nary-token@example.org/team/shop.git")
    view = registry.register(infra, wish, account_id=ACCOUNT)
    assert (view.name, view.source) == ("shop", "https://***@example.org/team/shop.git")
    with infra.database.reading() as session:
        row = session.execute(select(Repository.__table__)).one()
    assert "c4nary" not in str(row)
    registry.remove(infra, view.repository_id)
    assert list(infra.settings.clones_dir.iterdir()) == []


def test_repository_is_found_by_name_and_id(infra: Infra, repo: Repo) -> None:
    repo.write("a").commit()
    view = add(infra, repo)
    assert registry.find_by_name(infra, "repo") == view
    assert registry.find_by_name(infra, "nope") is None
    with pytest.raises(NotFound):
        registry.get(infra, new_id())


def test_removed_repository_takes_its_index_along_and_leaves_the_source(
    infra: Infra, repo: Repo
) -> None:
    repo.write("a").commit()
    repository_id = indexed(infra, repo)
    registry.remove(infra, repository_id)
    assert registry.list_all(infra) == ()
    assert list(infra.settings.indexes_dir.iterdir()) == []
    assert repo.git_dir.exists()
    with pytest.raises(NotFound):
        registry.remove(infra, repository_id)


def test_failed_repository_waits_again_when_a_sync_is_asked_for(infra: Infra, repo: Repo) -> None:
    commit = repo.write("a").commit()
    view = add(infra, repo)
    repo.git("update-ref", "-d", "HEAD")
    with pytest.raises(Exception, match="no commit"):
        build_index(infra, view.repository_id)
    repo.git("update-ref", "HEAD", commit)
    registry.request_sync(infra, view.repository_id)
    again = registry.get(infra, view.repository_id)
    assert (again.state, again.error) == (IndexState.QUEUED, None)


def test_adding_a_failed_repository_again_tries_again(infra: Infra, repo: Repo) -> None:
    commit = repo.write("a").commit()
    view = add(infra, repo)
    repo.git("update-ref", "-d", "HEAD")
    with pytest.raises(Exception, match="no commit"):
        build_index(infra, view.repository_id)
    repo.git("update-ref", "HEAD", commit)
    add(infra, repo)
    assert registry.get(infra, view.repository_id).state is IndexState.QUEUED
    assert len(_jobs(infra)) == 2


def test_asking_for_a_sync_wipes_the_last_complaint(infra: Infra, repo: Repo) -> None:
    repo.write("a").commit()
    repository_id = indexed(infra, repo)
    repo.git("update-ref", "-d", "HEAD")
    with pytest.raises(Exception, match="no commit"):
        build_index(infra, repository_id)
    assert registry.get(infra, repository_id).error is not None
    registry.request_sync(infra, repository_id)
    assert registry.get(infra, repository_id).error is None


def test_skipped_files_are_listed_with_reason_and_size(infra: Infra, repo: Repo) -> None:
    repo.write("z.bin", b"\0\0\0").write("a.js", "x" * 20_000).write("ok.py").commit()
    repository_id = add(infra, repo).repository_id
    assert registry.skipped(infra, repository_id) == ()
    build_index(infra, repository_id)
    assert registry.skipped(infra, repository_id) == (
        SkippedFile("a.js", "long line", 20_000),
        SkippedFile("z.bin", "binary", 3),
    )
    assert index_path(infra, repository_id).exists()


def test_unknown_repository_is_not_found(infra: Infra) -> None:
    for action in (registry.request_sync, registry.cancel_sync, registry.remove, registry.skipped):
        with pytest.raises(NotFound):
            action(infra, new_id())
