"""A repository as every floor above the index sees it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path


class IndexState(StrEnum):
    """Where the index of a repository stands. `ready` stays true while a newer one is built."""

    QUEUED = "queued"
    INDEXING = "indexing"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far a running build is; `percent` 0-100."""

    phase: str
    files_done: int
    files_total: int
    percent: int


@dataclass(frozen=True, slots=True)
class RegisterRepository:
    """A wish to add a repository: a local path or a clone URL, and optionally a branch."""

    source: str
    name: str = ""
    branch: str = ""


@dataclass(frozen=True, slots=True)
class RepositoryView:
    """One registered repository.

    Attributes:
        git_dir: Where its git objects are read from.
        branch: The branch that is indexed; empty for whatever HEAD is.
        indexed_commit: Full id of the commit the index shows, None before the first build.
        head_commit: Full id of the branch's newest commit when last looked.
        error: Why the last build failed, for people.
    """

    repository_id: str
    name: str
    source: str
    git_dir: Path
    branch: str
    state: IndexState
    progress: IndexProgress
    indexed_commit: str | None
    indexed_at: datetime | None
    head_commit: str | None
    files: int
    skipped_files: int
    error: str | None

    @property
    def has_moved(self) -> bool:
        """Whether HEAD is no longer what the index shows."""
        return self.head_commit is not None and self.head_commit != self.indexed_commit


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file the index left out, and why: ``size``, ``long line``, ``binary`` and so on."""

    path: str
    reason: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class FileLines:
    """Lines of one file at a commit, 1-based and counted by LF.

    Attributes:
        first_line: Number of the first of `lines`.
        total_lines: How many lines the file has.
        is_cut: Whether a line or the slice was shortened to the limits.
    """

    path: str
    commit: str
    language: str
    first_line: int
    lines: tuple[str, ...]
    total_lines: int
    is_cut: bool


@dataclass(frozen=True, slots=True)
class OutlineItem:
    """One definition of a file; `depth` 0 is the outermost, `line` its first line, 1-based."""

    name: str
    kind: str
    line: int
    depth: int
