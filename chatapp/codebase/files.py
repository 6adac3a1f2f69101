"""Lines of one file at the indexed commit, read from git's objects and never from the disk.

That is what keeps a link, a loop or ``..`` from leading outside: git's tree has no outside, and a
symbolic link's content is its own text. Called by `chatapp.codebase.tools` and `chatapp.access`.
"""

from dataclasses import replace
from pathlib import PurePosixPath
from typing import Final

from chatapp.codebase.git.command import GitFailed, piped
from chatapp.codebase.git.names import spellings
from chatapp.codebase.parse.encoding import decode
from chatapp.codebase.parse.languages import language_of
from chatapp.codebase.text import cut_line, split_lines
from chatapp.domain.errors import InvalidPath, RepositoryError
from chatapp.domain.repositories import FileLines, RepositoryView

MAX_LINES: Final = 2000
"""Most lines of one answer; more are asked for with the next range."""

MAX_BYTES: Final = 20_000_000
"""Beyond this a file is read only in part."""


def read_lines(repository: RepositoryView, path: str, start: int, end: int) -> FileLines:
    """Lines `start` to `end` (1-based, inclusive, moved into the file's range) of `path`.

    Raises:
        InvalidPath: the path is not one, or names no file of the indexed commit.
        RepositoryError: nothing is indexed yet.
    """
    if repository.indexed_commit is None:
        raise RepositoryError("This repository has no index yet. Wait for its first sync to end.")
    check_path(path)
    content, is_whole = _content(repository, path)
    lines = split_lines(decode(content).text)
    first = min(max(start, 1), max(len(lines), 1))
    wanted = lines[first - 1 : min(max(end, first), first + MAX_LINES - 1)]
    shown = tuple(map(cut_line, wanted))
    is_cut = not is_whole or shown != tuple(wanted) or end - first >= MAX_LINES
    language = language_of(path)
    return FileLines(path, repository.indexed_commit, language, first, shown, len(lines), is_cut)


def count_lines(repository: RepositoryView, path: str, commit: str) -> int:
    """How many lines the file has at a commit.

    Raises:
        InvalidPath: it names no file of that commit.
    """
    content, _ = _content(replace(repository, indexed_commit=commit), check_path(path))
    return len(split_lines(decode(content).text))


def check_path(path: str) -> str:
    """The path, when it is a plain one below the repository's root.

    Raises:
        InvalidPath: it is absolute, empty, or climbs.
    """
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts or "\0" in path or "\n" in path:
        raise InvalidPath(f"“{path}” is not a path inside the repository. Give one relative to it.")
    return path


def _content(repository: RepositoryView, path: str) -> tuple[bytes, bool]:
    for spelling in spellings(path):
        name = f"{repository.indexed_commit}:".encode() + spelling
        try:
            return _blob(repository, name)
        except GitFailed:
            continue
    raise InvalidPath(f"There is no file “{path}” in the indexed commit. Check its spelling.")


def _blob(repository: RepositoryView, name: bytes) -> tuple[bytes, bool]:
    with piped(repository.git_dir, ["cat-file", "--batch"]) as process:
        if process.stdin is None or process.stdout is None:
            raise GitFailed("git was started without pipes")
        process.stdin.write(name + b"\n")
        process.stdin.flush()
        header = process.stdout.readline().split()
        if len(header) < 3 or header[-2] != b"blob":
            raise GitFailed("there is no such blob")
        size = int(header[-1])
        return process.stdout.read(min(size, MAX_BYTES)), size <= MAX_BYTES
