"""Branches and commits: which one is meant, and does it exist.

Called by the registry and the index build; reads only.
"""

import re
from pathlib import Path
from typing import Final

from chatapp.codebase.git.command import GitFailed, run, succeeds
from chatapp.domain.errors import EmptyRepository, InvalidReference, RepositoryError

_COMMIT_ID: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def check_branch_name(branch: str) -> str:
    """The name, when git accepts it as a branch's; checked before any subprocess sees it as more.

    Raises:
        InvalidReference: it can not be a branch.
    """
    is_plain = not branch.startswith("-") and "@{" not in branch and branch.isprintable()
    if is_plain and succeeds(None, ["check-ref-format", f"refs/heads/{branch}"]):
        return branch
    raise InvalidReference(f"“{branch}” cannot be the name of a branch. Give a plain branch name.")


def head_commit(git_dir: Path, branch: str) -> str:
    """Full id of the newest commit of `branch`; of HEAD when it is empty.

    Raises:
        EmptyRepository: there is no commit at all.
        RepositoryError: there is no such branch.
    """
    reference = f"refs/heads/{branch}" if branch else "HEAD"
    try:
        return commit_id(git_dir, reference)
    except GitFailed:
        pass
    if branch and _has_branches(git_dir):
        known = ", ".join(branches(git_dir)[:8])
        raise RepositoryError(f"There is no branch “{branch}” here. Known branches: {known}.")
    raise EmptyRepository("This repository has no commit yet. Commit something, then add it again.")


def commit_id(git_dir: Path, reference: str) -> str:
    """Full id of the commit that a reference of ours (never user text) names."""
    arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}"]
    return run(git_dir, arguments).decode().strip()


def is_commit_id(text: str) -> bool:
    """Whether the text is a full object id."""
    return _COMMIT_ID.fullmatch(text) is not None


def has_commit(git_dir: Path, commit: str) -> bool:
    """Whether the commit's object is here."""
    return is_commit_id(commit) and succeeds(git_dir, ["cat-file", "-e", commit + "^{commit}"])


def branches(git_dir: Path) -> tuple[str, ...]:
    """The names of all branches, most recently committed first."""
    arguments = [
        "for-each-ref",
        "--sort=-committerdate",
        "--format=%(refname:strip=2)",
        "refs/heads",
    ]
    return tuple(run(git_dir, arguments).decode("utf-8", "replace").split("\n")[:-1])


def _has_branches(git_dir: Path) -> bool:
    return bool(branches(git_dir))
