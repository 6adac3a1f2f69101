from pathlib import Path

import pytest

from chatapp.codebase.facts.revisions import Change, read_change
from chatapp.domain.errors import InvalidReference
from tests.unit.codebase.projects import Project, git, make_project


@pytest.fixture(scope="module")
def branched(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """`main` went on after `feature` branched off."""
    folder: Path = tmp_path_factory.mktemp("branched")
    project = make_project(folder, {"a.py": "A = 1\n"})
    git(project.folder, "checkout", "-q", "-b", "feature")
    project.commit({"b.py": "B = 1\nB = 2\n", "logo.bin": b"\0\1"}, "Add b")
    git(project.folder, "checkout", "-q", "main")
    project.commit({"c.py": "C = 1\n"}, "Add c")
    return project


def _read(project: Project, revision: str) -> Change:
    with project.index() as index:
        return read_change(project.repository, index, revision)


def test_a_commit_is_compared_with_its_parent(branched: Project) -> None:
    change = _read(branched, "feature")

    assert [(file.path, file.insertions) for file in change.files] == [
        ("b.py", 2),
        ("logo.bin", None),
    ]
    assert [commit.subject for commit in change.commits] == ["Add b"]
    assert change.lines == 2


def test_a_commit_that_the_index_knows_needs_no_diff(branched: Project) -> None:
    change = _read(branched, str(branched.repository.indexed_commit))

    assert (change.base, change.lines) == ("", 1)
    assert [file.path for file in change.files] == ["a.py"]
    assert change.commits[0].author == "Ada"


@pytest.mark.parametrize("revision", ["main..feature", "main...feature"])
def test_a_range_starts_where_the_branches_parted(branched: Project, revision: str) -> None:
    change = _read(branched, revision)

    assert [file.path for file in change.files] == ["b.py", "logo.bin"]


@pytest.mark.requirement("G08")
@pytest.mark.parametrize("revision", ["", "--all", "main feature", "main..", "..main", "nowhere"])
def test_anything_else_is_refused(branched: Project, revision: str) -> None:
    with pytest.raises(InvalidReference):
        _read(branched, revision)
