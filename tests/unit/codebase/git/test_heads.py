import pytest

from chatapp.codebase.git.heads import (
    branches,
    check_branch_name,
    has_commit,
    head_commit,
    is_commit_id,
)
from chatapp.domain.errors import EmptyRepository, InvalidReference, RepositoryError
from tests.unit.codebase.repositories import Repo


@pytest.mark.requirement("G08")
@pytest.mark.parametrize(
    "name", ["--force", "-f", "HEAD --output=/x", "a..b", "a b", "x@{1}", "a\nb", "", "a:b", "/a"]
)
def test_name_that_git_would_misread_is_refused(name: str) -> None:
    with pytest.raises(InvalidReference):
        check_branch_name(name)


@pytest.mark.parametrize("name", ["main", "feature/äpfel", "v1.2-rc"])
def test_plain_name_passes(name: str) -> None:
    assert check_branch_name(name) == name


def test_head_and_branch_give_their_newest_commit(repo: Repo) -> None:
    first = repo.write("a").commit()
    repo.git("branch", "old")
    second = repo.write("b").commit()
    assert head_commit(repo.git_dir, "") == second
    assert head_commit(repo.git_dir, "old") == first
    assert set(branches(repo.git_dir)) == {"main", "old"}


def test_missing_branch_is_told_with_the_known_ones(repo: Repo) -> None:
    repo.write("a").commit()
    with pytest.raises(RepositoryError, match=r"no branch “nope” here\. Known branches: main"):
        head_commit(repo.git_dir, "nope")


def test_repository_without_commit_is_told_so(repo: Repo) -> None:
    with pytest.raises(EmptyRepository, match="no commit yet"):
        head_commit(repo.git_dir, "")


def test_commit_is_looked_up_by_full_id_only(repo: Repo) -> None:
    commit = repo.write("a").commit()
    assert has_commit(repo.git_dir, commit)
    assert not has_commit(repo.git_dir, "0" * 40)
    assert not has_commit(repo.git_dir, "main")
    assert not is_commit_id("--all")
