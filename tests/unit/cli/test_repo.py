from dataclasses import replace
from pathlib import Path
from shutil import rmtree

import pytest

from chatapp.access import commands, reads
from chatapp.access.operator import operator
from chatapp.cli.repo import with_head
from chatapp.codebase.index.build import build_index
from chatapp.domain.errors import ChatappError
from chatapp.domain.repositories import RegisterRepository
from chatapp.infra.handle import Infra
from tests.repositories import make_repository
from tests.unit.cli.conftest import Run
from tests.unit.codebase.projects import make_project


@pytest.fixture
def demo(infra: Infra, tmp_path: Path) -> Path:
    folder = make_repository(tmp_path / "demo", {"a.py": "x = 1\n"})
    commands.add_repository(operator(infra), infra, RegisterRepository(str(folder)))
    return folder


def test_list_shows_state_and_source(demo: Path, run: Run) -> None:
    assert run("repo", "list").output == f"demo\tqueued\t-\t{demo}\n"


def test_list_says_what_is_wrong(demo: Path, infra: Infra, run: Run) -> None:
    rmtree(demo / ".git")
    view = reads.repositories(operator(infra), infra)[0]
    with pytest.raises(ChatappError):
        build_index(infra, view.repository_id)
    result = run("repo", "list")
    assert result.stdout.startswith("demo\tfailed\t-\t")
    assert result.stderr.startswith("  demo: ")


def test_empty_list_says_how_to_begin(run: Run) -> None:
    assert "chatapp repo add" in run("repo", "list").output


def test_removed_repository_is_gone_and_its_folder_stays(
    demo: Path, infra: Infra, run: Run
) -> None:
    assert run("repo", "remove", "demo", "--yes").exit_code == 0
    assert reads.repositories(operator(infra), infra) == ()
    assert (demo / "a.py").exists()


def test_removal_is_asked_about(demo: Path, infra: Infra, run: Run) -> None:
    assert run("repo", "remove", "demo", typed="n\n").exit_code == 1
    assert len(reads.repositories(operator(infra), infra)) == 1


@pytest.mark.parametrize("words", [("repo", "sync"), ("repo", "remove", "--yes")])
def test_unknown_name_is_told_with_the_known_ones(
    demo: Path, run: Run, words: tuple[str, ...]
) -> None:
    result = run(*words, "dmeo")
    assert result.exit_code == 1
    assert "no repository “dmeo”. Known: demo." in result.output


def test_folder_that_is_no_repository_is_told(tmp_path: Path, run: Run) -> None:
    (tmp_path / "plain").mkdir()
    result = run("repo", "add", str(tmp_path / "plain"))
    assert result.exit_code == 1
    assert str(tmp_path / "plain") in result.output
    assert "Traceback" not in result.output


def test_head_is_looked_up_in_the_folder(tmp_path: Path) -> None:
    project = make_project(tmp_path, {"a.py": "x = 1\n"})
    assert not with_head(project.repository).has_moved
    head = project.commit({"a.py": "x = 2\n"})
    assert with_head(project.repository).head_commit == head


def test_head_of_a_folder_that_is_gone_stays_what_it_was(tmp_path: Path) -> None:
    project = make_project(tmp_path, {"a.py": "x = 1\n"})
    gone = replace(project.repository, git_dir=tmp_path / "gone")
    assert with_head(gone) == gone
