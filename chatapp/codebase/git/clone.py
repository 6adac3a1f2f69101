"""Bringing a remote repository here, and keeping it current: a bare mirror of its branches.

Called by the index job, never by a request. The address, which may hold a credential, is handed
to git in a configuration file or variable, not on a command line that others can list.

Invariant: a clone appears under its name only when it is complete.
"""

import os
import shutil
from pathlib import Path
from typing import Final

from chatapp.codebase.git.address import SCHEMES, CloneAddress, parse_address, reachable_ip
from chatapp.codebase.git.command import GitFailed, GitTimeout, run
from chatapp.domain.errors import CloneFailed

_ALL_BRANCHES: Final = "+refs/heads/*:refs/heads/*"
_SYMREF: Final = b"ref: refs/heads/"


def clone(address: CloneAddress, git_dir: Path, config: dict[str, str], timeout_s: float) -> None:
    """Fetch every branch into a new bare repository at `git_dir`.

    Raises:
        CloneFailed: the remote refused, was not found, or took too long; nothing is left behind.
    """
    unfinished = git_dir.with_suffix(".cloning")
    shutil.rmtree(unfinished, ignore_errors=True)
    git_dir.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        run(unfinished, ["init", "--bare", "--quiet", "--template="])
        fetch(address, unfinished, config, timeout_s)
        unfinished.rename(git_dir)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def fetch(address: CloneAddress, git_dir: Path, config: dict[str, str], timeout_s: float) -> None:
    """Bring the branches up to date, drop those that are gone, follow the default branch.

    Raises:
        CloneFailed: the remote refused, was not found, or took too long; the old state stays.
    """
    remote = config | {"remote.origin.url": address.url}
    arguments = ["fetch", "--quiet", "--prune", "--no-tags", "--no-auto-gc", "--update-head-ok"]
    try:
        listed = run(
            git_dir, ["ls-remote", "--symref", "origin", "HEAD"], timeout_s=timeout_s, config=remote
        )
        run(git_dir, [*arguments, "origin", _ALL_BRANCHES], timeout_s=timeout_s, config=remote)
    except GitTimeout as error:
        raise CloneFailed(
            f"{address.shown} did not answer within {timeout_s:.0f} s. Check the network, or raise"
            " CHATAPP_CLONE_TIMEOUT_S for a very large repository."
        ) from error
    except GitFailed as error:
        raise CloneFailed(f"{address.shown} could not be fetched: {error.message}") from error
    _follow_default(git_dir, listed)


def network_config(address: CloneAddress, private_hosts: tuple[str, ...]) -> dict[str, str]:
    """Configuration that opens exactly the address's protocol, pinned to the IP just checked."""
    ip = reachable_ip(address, private_hosts)
    pinned = f"{address.host}:{address.port}:{ip}"
    allowed = {f"protocol.{scheme}.allow": "always" for scheme in SCHEMES}
    return allowed | {"http.curloptResolve": pinned}


def remember_address(git_dir: Path, url: str) -> None:
    """Keep the full address beside the clone, readable by the server's user only."""
    git_dir.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    opened = os.open(_address_file(git_dir), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write(url)


def remembered_address(git_dir: Path) -> CloneAddress:
    """The address that was remembered for this clone."""
    return parse_address(_address_file(git_dir).read_text("utf-8"))


def forget(git_dir: Path) -> None:
    """Delete a clone and its address."""
    _address_file(git_dir).unlink(missing_ok=True)
    shutil.rmtree(git_dir, ignore_errors=True)


def _address_file(git_dir: Path) -> Path:
    return git_dir.with_suffix(".address")


def _follow_default(git_dir: Path, listed: bytes) -> None:
    first = listed.split(b"\t")[0]
    if first.startswith(_SYMREF):
        target = first.removeprefix(b"ref: ").decode("utf-8", "surrogateescape")
        run(git_dir, ["symbolic-ref", "HEAD", target])
