"""A commit or a range of commits, read from git's objects: its files, lines and author.

A revision comes from a model: only a plain name is taken, it never begins an argument, and git
sees full hashes only once it has resolved. Called by `get_change_risk`.
"""

import re
import sqlite3
from dataclasses import dataclass
from typing import Final

from chatapp.codebase.git.command import GitFailed, run
from chatapp.codebase.git.names import shown
from chatapp.domain.errors import InvalidReference
from chatapp.domain.repositories import RepositoryView

MAX_COMMITS: Final = 200
GIT_TIMEOUT_S: Final = 20.0
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./@^~{}+-]{0,199}")
ID_DIGITS: Final = 12
"""A commit's id in the index is made from so many hex digits of its hash."""

_FULL: Final = re.compile(r"[0-9a-f]{40,64}")
_COMMIT: Final = """
SELECT hash, author, committed_at, subject, insertions + deletions AS lines FROM commits
WHERE id = ? AND hash = ? AND lines IS NOT NULL
"""
_PATHS: Final = """
SELECT p.path FROM touches t JOIN paths p ON p.id = t.path_id WHERE t.commit_id = ? ORDER BY p.path
"""
_FORMAT: Final = "--format=%H%x00%an%x00%ct%x00%s"


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A file of a change; lines are None for a binary one."""

    path: str
    insertions: int | None
    deletions: int | None


@dataclass(frozen=True, slots=True)
class CommitInfo:
    """A commit of a change; time as Unix seconds."""

    hash: str
    author: str
    committed_at: int
    subject: str


@dataclass(frozen=True, slots=True)
class Change:
    """What a revision changes: against its first parent, or from `base` to `head`."""

    base: str
    head: str
    commits: tuple[CommitInfo, ...]
    files: tuple[ChangedFile, ...]
    lines: int


def read_change(repository: RepositoryView, index: sqlite3.Connection, revision: str) -> Change:
    """The change that ``commit`` or ``base..head`` names.

    A single commit that the index knows is read there: git takes a second for one that touches
    thousands of files.

    Raises:
        InvalidReference: not a plain revision, or git does not know it.
    """
    if _FULL.fullmatch(revision) and (known := _from_index(repository, index, revision)):
        return known
    base_name, dots, head_name = revision.strip().partition("..")
    head = _resolve(repository, head_name.lstrip(".") if dots else base_name)
    if dots:
        base = _merge_base(repository, _resolve(repository, base_name), head)
        return _from_git(repository, base, head, f"{base}..{head}")
    return _from_index(repository, index, head) or _from_git(
        repository, _parent(repository, head), head
    )


def _from_git(repository: RepositoryView, base: str, head: str, commits: str = "") -> Change:
    files = _files(repository, base, head)
    log = _log(repository, commits) if commits else _log(repository, "-1", head)
    lines = sum((file.insertions or 0) + (file.deletions or 0) for file in files)
    return Change(base, head, log, files, lines)


def _from_index(
    repository: RepositoryView, index: sqlite3.Connection, commit: str
) -> Change | None:
    commit_id = int(commit[:ID_DIGITS], 16)
    row = index.execute(_COMMIT, (commit_id, commit)).fetchone()
    if row is None:
        return None
    *info, lines = row
    paths = index.execute(_PATHS, (commit_id,)).fetchall()
    files = tuple(ChangedFile(path, None, None) for (path,) in paths)
    return Change(_parent(repository, commit), commit, (CommitInfo(*info),), files, lines)


def _resolve(repository: RepositoryView, name: str) -> str:
    if not _NAME.fullmatch(name) or ".." in name:
        raise InvalidReference("Give a commit, a branch, a tag, or a range like main..feature.")
    wanted = f"{name}^{{commit}}"
    arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", wanted]
    try:
        return run(repository.git_dir, arguments, timeout_s=GIT_TIMEOUT_S).decode().strip()
    except GitFailed:
        raise InvalidReference(f"Git knows no commit “{name}” here. Check its spelling.") from None


def _merge_base(repository: RepositoryView, base: str, head: str) -> str:
    try:
        return _git(repository, "merge-base", base, head).strip()
    except GitFailed:
        return base


def _parent(repository: RepositoryView, commit: str) -> str:
    words = _git(repository, "rev-list", "--parents", "-n", "1", commit).split()
    return words[1] if len(words) > 1 else ""


def _log(repository: RepositoryView, *what: str) -> tuple[CommitInfo, ...]:
    text = _git(repository, "log", f"-{MAX_COMMITS}", _FORMAT, *what, "--")
    fields = (line.split("\0") for line in text.split("\n") if line)
    return tuple(
        CommitInfo(hash_, author, int(at), subject) for hash_, author, at, subject in fields
    )


def _files(repository: RepositoryView, base: str, head: str) -> tuple[ChangedFile, ...]:
    ends = [base, head] if base else ["--root", head]
    arguments = ["diff-tree", "-r", "-z", "--numstat", "--no-commit-id", *ends]
    entries = run(repository.git_dir, arguments, timeout_s=GIT_TIMEOUT_S).split(b"\0")
    return tuple(_changed(entry) for entry in entries if entry.count(b"\t") == 2)


def _changed(entry: bytes) -> ChangedFile:
    inserted, deleted, path = entry.split(b"\t")
    return ChangedFile(shown(path), _count(inserted), _count(deleted))


def _count(field: bytes) -> int | None:
    return int(field) if field.isdigit() else None


def _git(repository: RepositoryView, *arguments: str) -> str:
    output = run(repository.git_dir, arguments, timeout_s=GIT_TIMEOUT_S)
    return output.decode("utf-8", "backslashreplace")
