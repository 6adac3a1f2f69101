"""Reading and parsing a batch of tree entries: entries in, rows out, in their order.

Also what a child process of `chatapp.codebase.index.children` runs: batches from its standard
input, answers to its standard output, until either ends.
"""

import pickle
import resource
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from chatapp.codebase.git.blobs import Blobs, open_blobs
from chatapp.codebase.git.tree import Mode, TreeEntry
from chatapp.codebase.index.rows import FileRows, Numbered, SkippedRow, rows_of
from chatapp.codebase.parse.file import parse_file, parse_link
from chatapp.domain.errors import RepositoryError

MAX_MEMORY_BYTES: Final = 1_500_000_000
"""Address space of a child: ten times what real sources need."""

Outcome: TypeAlias = FileRows | SkippedRow


def parse_batch(
    blobs: Blobs, entries: Sequence[Numbered], max_file_bytes: int
) -> Iterator[Outcome]:
    """The rows of a few entries.

    Raises:
        RepositoryError: an object is missing.
    """
    readable = [item.entry.blob for item in entries if not _too_much(item.entry, max_file_bytes)]
    contents = blobs.read_many(readable)
    for item in entries:
        reason = _too_much(item.entry, max_file_bytes)
        yield skip(item.entry, reason) if reason else _parse(item, next(contents))


def skip(entry: TreeEntry, reason: str) -> SkippedRow:
    """The row of an entry that is left out."""
    return SkippedRow(entry.path, entry.blob, entry.mode, reason, entry.size_bytes)


def _too_much(entry: TreeEntry, max_file_bytes: int) -> str:
    """Why the entry is not even read; empty when it is."""
    if entry.mode == Mode.SUBMODULE:
        return "submodule"
    return "size" if entry.size_bytes > max_file_bytes else ""


def _parse(item: Numbered, content: bytes) -> Outcome:
    entry = item.entry
    if entry.mode == Mode.LINK:
        return rows_of(item, parse_link(entry.path, content))
    parsed = parse_file(entry.path, content)
    return skip(entry, parsed) if isinstance(parsed, str) else rows_of(item, parsed)


def main(arguments: Sequence[str]) -> None:
    """A child's life; an answer is a list of rows, or an error message."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with open_blobs(Path(arguments[0])) as blobs:
        while True:
            try:
                batch = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own parent
                pickle.dump(_answer(blobs, batch, int(arguments[1])), sys.stdout.buffer)
                sys.stdout.buffer.flush()
            except (EOFError, BrokenPipeError):
                return  # the parent is done, or was killed


def _answer(blobs: Blobs, batch: Sequence[Numbered], max_bytes: int) -> list[Outcome] | str:
    try:
        return list(parse_batch(blobs, batch, max_bytes))
    except RepositoryError as error:
        return error.message


if __name__ == "__main__":
    main(sys.argv[1:])
