import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from chatapp.codebase.git.address import CloneAddress
from chatapp.codebase.git.clone import (
    clone,
    fetch,
    forget,
    network_config,
    remember_address,
    remembered_address,
)
from chatapp.codebase.git.heads import branches, head_commit
from chatapp.domain.errors import CloneFailed
from tests.unit.codebase.repositories import Repo

FILES_ALLOWED = {"protocol.file.allow": "always"}


def _local(repo: Repo) -> CloneAddress:
    return CloneAddress(f"file://{repo.folder}", "file", "", 0)


def test_clone_has_every_branch_and_the_default_one_as_head(repo: Repo, tmp_path: Path) -> None:
    commit = repo.write("a").commit()
    repo.git("branch", "other")
    repo.git("branch", "--move", "main", "trunk")
    target = tmp_path / "clones" / "x.git"
    clone(_local(repo), target, FILES_ALLOWED, timeout_s=20)
    assert set(branches(target)) == {"trunk", "other"}
    assert head_commit(target, "") == commit


@pytest.mark.requirement("G09")
def test_fetch_follows_a_force_push_and_a_deleted_branch(repo: Repo, tmp_path: Path) -> None:
    repo.write("a").commit()
    repo.git("branch", "old")
    target = tmp_path / "x.git"
    clone(_local(repo), target, FILES_ALLOWED, timeout_s=20)
    rewritten = repo.commit("Rewritten", "Ann", "--amend")
    repo.git("branch", "--delete", "--force", "old")
    fetch(_local(repo), target, FILES_ALLOWED, timeout_s=20)
    assert head_commit(target, "") == rewritten
    assert branches(target) == ("main",)


@pytest.mark.requirement("U04")
def test_failed_clone_leaves_nothing_and_hides_the_credential(tmp_path: Path) -> None:
    address = CloneAddress("https://me:c4nary-secret@127.0.0.1:9/a/b", "https", "127.0.0.1", 9)
    target = tmp_path / "x.git"
    with pytest.raises(CloneFailed) as raised:
        clone(address, target, network_config(address, ("127.0.0.1",)), timeout_s=20)
    assert "c4nary" not in str(raised.value)
    assert "could not be fetched" in str(raised.value)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def silent_server() -> Iterator[int]:
    """Takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.requirement("G08")
def test_clone_that_hangs_is_ended_with_a_hint(silent_server: int, tmp_path: Path) -> None:
    url = f"https://127.0.0.1:{silent_server}/a/b"
    address = CloneAddress(url, "https", "127.0.0.1", silent_server)
    with pytest.raises(CloneFailed, match="CHATAPP_CLONE_TIMEOUT_S"):
        clone(address, tmp_path / "x.git", network_config(address, ("127.0.0.1",)), timeout_s=0.5)
    assert list(tmp_path.iterdir()) == []


def test_host_is_pinned_to_the_address_that_was_checked() -> None:
    address = CloneAddress("https://127.0.0.1/a/b", "https", "127.0.0.1", 443)
    config = network_config(address, ("127.0.0.1",))
    assert config["http.curloptResolve"] == "127.0.0.1:443:127.0.0.1"


def test_address_is_kept_for_the_server_s_eyes_only(tmp_path: Path) -> None:
    git_dir = tmp_path / "x.git"
    remember_address(git_dir, "https://me:secret@example.org/a/b")
    remember_address(git_dir, "https://me:newer@example.org/a/b")
    (kept,) = tmp_path.iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert remembered_address(git_dir).url == "https://me:newer@example.org/a/b"
    forget(git_dir)
    assert list(tmp_path.iterdir()) == []
