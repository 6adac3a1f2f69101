"""The files of a commit, as git's tree lists them: nothing is read from the work tree.

Reading blobs by id is what keeps links, loops and files outside the repository out of the index:
a symbolic link is a blob whose content is the link's text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from chatapp.codebase.git.command import run
from chatapp.codebase.git.names import shown

_LINE: Final = re.compile(rb"(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)", re.DOTALL)


class Mode(StrEnum):
    """Git's file modes."""

    FILE = "100644"
    EXECUTABLE = "100755"
    LINK = "120000"
    SUBMODULE = "160000"


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One entry of a commit's tree; `size_bytes` is 0 for a submodule."""

    path: str
    mode: str
    blob: str
    size_bytes: int


def list_tree(git_dir: Path, commit: str) -> tuple[TreeEntry, ...]:
    """Every entry below the root, ordered by shown path, each path once."""
    listing = run(git_dir, ["ls-tree", "-r", "-l", "-z", "--full-tree", commit])
    by_path = {entry.path: entry for entry in _entries(listing)}
    return tuple(by_path[path] for path in sorted(by_path))


def _entries(listing: bytes) -> Iterator[TreeEntry]:
    for line in listing.split(b"\0"):
        match = _LINE.fullmatch(line)
        if match:
            mode, _kind, blob, size, name = match.groups()
            size_bytes = 0 if size == b"-" else int(size)
            yield TreeEntry(shown(name), mode.decode(), blob.decode(), size_bytes)
