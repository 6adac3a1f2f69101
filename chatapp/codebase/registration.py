"""From a source that somebody typed to a place git can read: the checks before a row exists.

Local folders are opened and checked at once; a clone address only by its form, since fetching is
the index job's work. Called by `chatapp.codebase.registry`.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from chatapp.codebase.git.address import is_address, parse_address
from chatapp.codebase.git.command import GitFailed, run
from chatapp.codebase.git.heads import check_branch_name, head_commit
from chatapp.domain.errors import InvalidPath, InvalidReference, RepositoryError
from chatapp.domain.repositories import RegisterRepository

MAX_NAME: Final = 100

_NOT_NAME: Final = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class CheckedSource:
    """A source that may be registered.

    Attributes:
        shown: The source as people see it, without credentials.
        url: The full clone address, None for a local folder.
        git_dir: The folder's git directory, None for a clone.
        head: The newest commit, None for a clone.
        key: What two wishes for the same thing have in common.
    """

    shown: str
    url: str | None
    git_dir: Path | None
    head: str | None
    branch: str
    name: str
    key: str = ""


def check_source(wish: RegisterRepository, roots: tuple[Path, ...]) -> CheckedSource:
    """Look at what `wish` names.

    Raises:
        InvalidReference: the address or the branch name is refused.
        InvalidPath: there is no such folder, or it is outside `roots`.
        RepositoryError: the folder is no repository, has no commit, or lacks the branch.
    """
    source = wish.source.strip()
    if not source or source.startswith("-") or not source.isprintable():
        raise InvalidReference("Give the path of a local repository, or an https:// or ssh:// URL.")
    branch = check_branch_name(wish.branch) if wish.branch else ""
    checked = _remote(source, branch) if is_address(source) else _local(source, branch, roots)
    key = hashlib.sha256(f"{checked.shown}\n{branch}".encode("utf-8", "replace"))
    return replace(checked, key=key.hexdigest(), name=slug(wish.name or checked.name))


def unique_name(wanted: str, taken: Iterable[str]) -> str:
    """`wanted`, or the first of ``wanted-2``, ``wanted-3``, … that is free."""
    names = set(taken)
    number, name = 1, wanted
    while name in names:
        number += 1
        name = f"{wanted}-{number}"
    return name


def slug(text: str) -> str:
    """A name that is good in a URL: letters, digits, dot, dash, underscore; never empty."""
    return _NOT_NAME.sub("-", text).strip("-.")[:MAX_NAME] or "repository"


def _remote(source: str, branch: str) -> CheckedSource:
    address = parse_address(source)
    own_name = address.url.rstrip("/").rpartition("/")[2]
    return CheckedSource(address.shown, address.url, None, None, branch, _stem(own_name))


def _local(source: str, branch: str, roots: tuple[Path, ...]) -> CheckedSource:
    folder = _existing(source)
    _check_inside(folder, roots)
    git_dir, top = _git_places(folder)
    _check_inside(git_dir, roots)
    _check_inside(top, roots)
    head = head_commit(git_dir, branch)
    return CheckedSource(str(top), None, git_dir, head, branch, _stem(top.name))


def _stem(name: str) -> str:
    return name.removesuffix(".git")


def _existing(source: str) -> Path:
    try:
        folder = Path(source).expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise InvalidPath(
            f"There is no folder “{source}” on the server. Check the path."
        ) from error
    if not folder.is_dir():
        raise InvalidPath(f"“{source}” is a file. Give the folder of a git repository.")
    return folder


def _check_inside(folder: Path, roots: tuple[Path, ...]) -> None:
    allowed = [root.resolve() for root in roots]
    if allowed and not any(folder.is_relative_to(root) for root in allowed):
        raise InvalidPath(
            f"“{folder}” is outside the folders that repositories may come from. An admin sets"
            " them in CHATAPP_REPOSITORY_ROOTS."
        )


def _git_places(folder: Path) -> tuple[Path, Path]:
    question = ["rev-parse", "--absolute-git-dir", "--is-bare-repository"]
    try:
        told = run(None, question, folder=folder).decode("utf-8", "surrogateescape").split("\n")
    except GitFailed as error:
        raise RepositoryError(
            f"“{folder}” is not a git repository. Run `git init` and commit there, or give another"
            " folder."
        ) from error
    git_dir = Path(told[0]).resolve()
    if told[1] == "true":
        return git_dir, git_dir
    top = run(None, ["rev-parse", "--show-toplevel"], folder=folder)
    return git_dir, Path(top.decode("utf-8", "surrogateescape").rstrip("\n")).resolve()
