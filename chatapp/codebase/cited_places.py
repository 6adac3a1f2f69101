"""Where the places that an answer cites are looked up: at the commit that the answer has read.

While that commit is the indexed one, the index tells; later git's objects do, so that an old
answer keeps its evidence when the index has moved on. A commit that was lost (a force-push and
a collection) has no files, and every citation says so. Called by `chatapp.codebase.citations`.
"""

import sqlite3
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Final, Protocol

from chatapp.codebase.files import count_lines
from chatapp.codebase.git.command import GitFailed
from chatapp.codebase.git.heads import commit_id
from chatapp.codebase.git.tree import list_tree
from chatapp.codebase.search.contents import file_ending, find_file, tidy
from chatapp.codebase.tools.desk import indexed_commit
from chatapp.domain.repositories import RepositoryView

KEPT_TREES: Final = 8
"""Listings of old commits kept in the process; one of 7,000 paths is about 1 MB."""


@dataclass(frozen=True, slots=True)
class CitedFile:
    """A file of a commit and its length."""

    path: str
    lines: int


class Place(Protocol):
    """A commit, asked which files it has."""

    @property
    def commit(self) -> str:
        """Its full id; a short one when it is lost."""

    @property
    def suffixes(self) -> frozenset[str]:
        """The suffixes of its files' names, each with its dot."""

    @property
    def missing(self) -> str:
        """How to say that a path is not in it, after the path."""

    def file(self, path: str) -> CitedFile | None:
        """The file of this path, or the only one whose path ends with it."""


class IndexedPlace:
    """The commit of the index."""

    missing = "is not in the indexed commit"

    def __init__(self, index: sqlite3.Connection) -> None:
        self._index = index
        self.commit = indexed_commit(index)
        self.suffixes = suffixes_of(
            tuple(path for (path,) in index.execute("SELECT path FROM files"))
        )

    def file(self, path: str) -> CitedFile | None:
        """The file of this path, or the only one whose path ends with it."""
        file = find_file(self._index, path) or file_ending(self._index, path)
        return CitedFile(file.path, file.lines) if file else None


class CommittedPlace:
    """A commit that is no longer the indexed one, read from git's objects."""

    def __init__(self, repository: RepositoryView, commit: str) -> None:
        self._repository = repository
        self._paths = paths_of(repository.git_dir, commit)
        self.commit = commit
        self.suffixes = suffixes_of(self._paths)
        self.missing = f"is not in commit {commit[:12]}, which this answer has read"

    def file(self, path: str) -> CitedFile | None:
        """The file of this path, or the only one whose path ends with it."""
        wanted = tidy(path)
        if not wanted:
            return None
        ending = f"/{wanted}"
        found = [one for one in self._paths if one == wanted or one.endswith(ending)]
        chosen = wanted if wanted in found else found[0] if len(found) == 1 else ""
        if not chosen:
            return None
        return CitedFile(chosen, count_lines(self._repository, chosen, self.commit))


class LostPlace:
    """A commit that the repository no longer has."""

    def __init__(self, commit: str, suffixes: frozenset[str]) -> None:
        self.commit = commit
        self.suffixes = suffixes
        self.missing = f"was read at commit {commit[:12]}, which is no longer in the repository"

    def file(self, path: str) -> CitedFile | None:
        """There is none."""
        del path
        return None


def place_of(index: sqlite3.Connection, repository: RepositoryView, commit: str = "") -> Place:
    """Where to look up an answer's citations.

    Args:
        index: The open index.
        repository: What the answer is about.
        commit: What the answer has read, at least 12 hex digits; "" for the indexed one.
    """
    indexed = IndexedPlace(index)
    if not commit or indexed.commit.startswith(commit):
        return indexed
    try:
        return CommittedPlace(repository, commit_id(repository.git_dir, commit))
    except GitFailed:
        return LostPlace(commit, indexed.suffixes)


@lru_cache(maxsize=KEPT_TREES)
def paths_of(git_dir: Path, commit: str) -> tuple[str, ...]:
    """Every path of a commit."""
    return tuple(entry.path for entry in list_tree(git_dir, commit))


def suffixes_of(paths: tuple[str, ...]) -> frozenset[str]:
    """The suffixes of these paths' names."""
    return frozenset(PurePosixPath(path).suffix for path in paths)
