import os
from pathlib import Path

import pytest

from chatapp.codebase.registration import check_source, slug, unique_name
from chatapp.domain.errors import (
    EmptyRepository,
    InvalidPath,
    InvalidReference,
    RepositoryError,
)
from chatapp.domain.repositories import RegisterRepository
from tests.unit.codebase.repositories import Repo


def _check(source: object, branch: str = "", roots: tuple[Path, ...] = ()) -> str:
    wish = RegisterRepository(str(source), branch=branch)
    return check_source(wish, roots).shown


@pytest.mark.requirement("G08")
@pytest.mark.parametrize(
    "source",
    ["", "  ", "--upload-pack=touch /tmp/x", "-u:./p", "ext::sh -c id", "file:///etc", "/srv/a\nb"],
)
def test_source_that_could_do_harm_is_refused(source: str) -> None:
    with pytest.raises(InvalidReference):
        _check(source)


@pytest.mark.requirement("G08")
def test_branch_that_could_do_harm_is_refused(repo: Repo) -> None:
    repo.write("a").commit()
    with pytest.raises(InvalidReference):
        _check(repo.folder, "--force")


def test_any_folder_of_a_repository_means_the_whole(repo: Repo) -> None:
    repo.write("deep/er/a").commit()
    assert _check(repo.folder / "deep" / "er") == str(repo.folder)


def test_bare_repository_and_work_tree_are_taken(repo: Repo, tmp_path: Path) -> None:
    repo.write("a").commit()
    repo.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare.git"))
    repo.git("worktree", "add", "--quiet", str(tmp_path / "tree"), "-b", "work")
    assert _check(tmp_path / "bare.git") == str(tmp_path / "bare.git")
    assert _check(tmp_path / "tree") == str(tmp_path / "tree")


def test_folder_that_is_no_repository_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="is not a git repository"):
        _check(tmp_path)


def test_missing_folder_and_file_are_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidPath, match="There is no folder"):
        _check(tmp_path / "missing")
    (tmp_path / "file").touch()
    with pytest.raises(InvalidPath, match="is a file"):
        _check(tmp_path / "file")


def test_repository_without_commit_is_told(repo: Repo) -> None:
    with pytest.raises(EmptyRepository, match="no commit"):
        _check(repo.folder)


def test_branch_that_does_not_exist_is_told(repo: Repo) -> None:
    repo.write("a").commit()
    with pytest.raises(RepositoryError, match="no branch “nope”"):
        _check(repo.folder, "nope")


def test_folder_outside_the_roots_is_refused_however_it_is_reached(
    repo: Repo, tmp_path: Path
) -> None:
    repo.write("a").commit()
    root = tmp_path / "root"
    root.mkdir()
    (root / "way-out").symlink_to(repo.folder)
    for source in (repo.folder, root / "way-out", root / ".." / repo.folder.name):
        with pytest.raises(InvalidPath, match="CHATAPP_REPOSITORY_ROOTS"):
            _check(source, roots=(root,))
    assert _check(repo.folder, roots=(tmp_path,))


def test_git_file_that_points_outside_the_roots_is_refused(repo: Repo, tmp_path: Path) -> None:
    repo.write("a").commit()
    root = tmp_path / "root"
    root.mkdir()
    (root / ".git").write_text(f"gitdir: {repo.git_dir}\n")
    with pytest.raises(InvalidPath, match="outside"):
        _check(root, roots=(root,))


def test_repository_of_another_user_is_taken(repo: Repo) -> None:
    """Git refuses such a folder by itself ("dubious ownership")."""
    repo.write("a").commit()
    if os.getuid() == 0:
        os.chown(repo.folder, 12345, 12345)
        os.chown(repo.git_dir, 12345, 12345)
    assert _check(repo.folder) == str(repo.folder)


@pytest.mark.requirement("U04")
def test_same_address_with_another_credential_is_the_same_source() -> None:
    def key(source: str) -> str:
        return check_source(RegisterRepository(source), ()).key

    assert key("https://me:old@example.org/a/b") == key("https://you:new@example.org/a/b")
    assert key("https://example.org/a/b") != key("https://example.org/a/c")


@pytest.mark.parametrize(
    ("text", "name"),
    [("My Shop!", "My-Shop"), ("名前", "名前"), ("../..", "repository"), ("", "repository")],
)
def test_name_is_good_in_an_address(text: str, name: str) -> None:
    assert slug(text) == name


def test_taken_name_is_numbered() -> None:
    assert unique_name("shop", []) == "shop"
    assert unique_name("shop", ["shop", "shop-2"]) == "shop-3"
