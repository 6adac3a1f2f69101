import errno
import sqlite3
from contextlib import closing

import pytest

from chatapp.codebase import registry
from chatapp.codebase.index import build, storage
from chatapp.codebase.index.build import build_index
from chatapp.codebase.index.progress import BuildCancelled
from chatapp.codebase.schema import index_path, open_index
from chatapp.domain.errors import EmptyRepository, NotFound, RepositoryError
from chatapp.domain.ids import new_id
from chatapp.domain.repositories import IndexProgress, IndexState
from chatapp.infra.handle import Infra
from tests.unit.codebase.repositories import Repo, Rows, add, dump, indexed


def _leftovers(infra: Infra) -> list[str]:
    return [path.suffix for path in infra.settings.indexes_dir.iterdir() if path.suffix != ".lock"]


def test_finished_build_is_told_in_the_row(infra: Infra, repo: Repo) -> None:
    commit = repo.write("a.py", "x = 1\n").write("b.bin", b"\0").commit()
    view = registry.get(infra, indexed(infra, repo))
    assert view.state is IndexState.READY
    assert (view.indexed_commit, view.has_moved) == (commit, False)
    assert (view.files, view.skipped_files) == (1, 1)
    assert view.indexed_at == infra.clock.now()
    assert view.progress == IndexProgress("", 0, 0, 0)
    assert _leftovers(infra) == [".db"]


def test_progress_goes_through_the_phases_and_never_back(infra: Infra, repo: Repo) -> None:
    repo.write("a.py").commit()
    seen: list[IndexProgress] = []
    build_index(infra, add(infra, repo).repository_id, seen.append)
    phases = list(dict.fromkeys(progress.phase for progress in seen))
    assert phases == ["fetching", "history", "files", "references", "graph", "publishing"]
    percents = [progress.percent for progress in seen]
    assert percents == sorted(percents)


def test_build_without_news_leaves_the_file_alone(infra: Infra, repo: Repo) -> None:
    repo.write("a.py").commit()
    repository_id = indexed(infra, repo)
    before = index_path(infra, repository_id).stat().st_ino
    build_index(infra, repository_id)
    assert index_path(infra, repository_id).stat().st_ino == before


def test_reader_keeps_its_state_while_a_newer_index_takes_the_name(
    infra: Infra, repo: Repo
) -> None:
    repo.write("a.py", "def old(): pass\n").commit()
    repository_id = indexed(infra, repo)
    with closing(open_index(infra, repository_id)) as reader:
        repo.write("a.py", "def new(): pass\n").commit()
        build_index(infra, repository_id)
        assert [row["name"] for row in reader.execute("SELECT name FROM symbols")] == ["old"]
    assert Rows(infra, repository_id).all("SELECT name FROM symbols") == [("new",)]


def test_cancelled_build_keeps_the_old_index_and_can_go_on(infra: Infra, repo: Repo) -> None:
    old = repo.write("a.py", "def old(): pass\n").commit()
    repository_id = indexed(infra, repo)
    new = repo.write("b.py", "def new(): pass\n").commit()

    def cancel(progress: IndexProgress) -> None:
        if progress.phase == "files":
            registry.cancel_sync(infra, repository_id)

    with pytest.raises(BuildCancelled):
        build_index(infra, repository_id, cancel)
    view = registry.get(infra, repository_id)
    assert (view.state, view.indexed_commit) == (IndexState.READY, old)
    assert view.error == "The sync was stopped. The index is as it was before."

    build_index(infra, repository_id)
    view = registry.get(infra, repository_id)
    assert (view.indexed_commit, view.error) == (new, None)


def test_build_that_was_killed_goes_on_where_it_was(infra: Infra, repo: Repo) -> None:
    repo.write("a.py", "def a(): pass\n").write("b.py", "import a\na.a()\n").commit()
    repository_id = indexed(infra, repo)
    whole = dump(infra, repository_id)
    final = index_path(infra, repository_id)
    final.rename(storage.building_path(final))
    with closing(sqlite3.connect(storage.building_path(final))) as index:
        index.execute("DELETE FROM meta WHERE key = 'commit'")
        index.commit()
    build_index(infra, repository_id)
    assert dump(infra, repository_id) == whole


def test_leftover_that_is_broken_is_thrown_away(infra: Infra, repo: Repo) -> None:
    repo.write("a.py").commit()
    repository_id = add(infra, repo).repository_id
    final = index_path(infra, repository_id)
    final.parent.mkdir(parents=True)
    storage.building_path(final).write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    build_index(infra, repository_id)
    assert registry.get(infra, repository_id).state is IndexState.READY


def test_index_of_another_version_is_built_anew(infra: Infra, repo: Repo) -> None:
    repo.write("a.py").commit()
    repository_id = indexed(infra, repo)
    with closing(sqlite3.connect(index_path(infra, repository_id))) as index:
        index.execute("PRAGMA user_version = 0")
    with pytest.raises(RepositoryError, match="another version"):
        open_index(infra, repository_id)
    build_index(infra, repository_id)
    open_index(infra, repository_id).close()


def test_first_build_that_fails_says_why(infra: Infra, repo: Repo) -> None:
    repo.write("a.py").commit()
    repository_id = add(infra, repo).repository_id
    repo.git("update-ref", "-d", "HEAD")
    with pytest.raises(EmptyRepository):
        build_index(infra, repository_id)
    view = registry.get(infra, repository_id)
    assert view.state is IndexState.FAILED
    assert view.error is not None
    assert "no commit yet" in view.error


@pytest.mark.requirement("G09")
def test_deleted_branch_is_told_and_the_index_stays(infra: Infra, repo: Repo) -> None:
    commit = repo.write("a.py").commit()
    repo.git("branch", "work")
    repository_id = indexed(infra, repo, "work")
    repo.git("branch", "--delete", "work")
    with pytest.raises(RepositoryError, match="no branch “work”"):
        build_index(infra, repository_id)
    view = registry.get(infra, repository_id)
    assert (view.state, view.indexed_commit) == (IndexState.READY, commit)
    assert view.error is not None


@pytest.mark.parametrize(
    "error",
    [OSError(errno.ENOSPC, "no space"), sqlite3.OperationalError("database or disk is full")],
)
def test_full_disk_is_told_and_nothing_half_written_stays(
    infra: Infra, repo: Repo, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    repo.write("a.py").commit()
    repository_id = add(infra, repo).repository_id

    def fail(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(build, "bring_to", fail)
    with pytest.raises(RepositoryError, match="disk is full"):
        build_index(infra, repository_id)
    assert registry.get(infra, repository_id).error == build.DISK_FULL
    assert _leftovers(infra) == []


def test_error_of_ours_is_recorded_without_its_details(
    infra: Infra, repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("a.py").commit()
    repository_id = add(infra, repo).repository_id

    def fail(*_arguments: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(build, "bring_to", fail)
    with pytest.raises(ZeroDivisionError):
        build_index(infra, repository_id)
    assert registry.get(infra, repository_id).error == build.BROKEN


def test_repository_that_is_removed_meanwhile_leaves_no_index(infra: Infra, repo: Repo) -> None:
    repo.write("a.py").commit()
    repository_id = add(infra, repo).repository_id

    def remove(progress: IndexProgress) -> None:
        if progress.phase == "history":
            registry.remove(infra, repository_id)

    with pytest.raises(BuildCancelled):
        build_index(infra, repository_id, remove)
    assert _leftovers(infra) == []


def test_unknown_repository_is_not_found(infra: Infra) -> None:
    with pytest.raises(NotFound):
        build_index(infra, new_id())
