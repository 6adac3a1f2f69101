"""Reading and parsing tree entries, here or in worker processes: entries in, rows out, in order.

Few files are parsed in place; many are shared among child processes. A child is this module, run
by the same Python, with pickled frames over its pipes; it ends when its input does.

Invariant: results come in the order of the entries, whoever made them.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Final, TypeAlias

from chatapp.codebase.git.blobs import Blobs, open_blobs
from chatapp.codebase.git.tree import Mode, TreeEntry
from chatapp.codebase.index.rows import FileRows, Numbered, SkippedRow, rows_of
from chatapp.codebase.parse.file import parse_file, parse_link
from chatapp.domain.errors import RepositoryError

BATCH: Final = 40
MANY: Final = 300
"""From this many files on, starting children (0.3 s each) pays."""

MAX_CHILDREN: Final = 2

Outcome: TypeAlias = FileRows | SkippedRow


def parse_all(git_dir: Path, entries: Sequence[Numbered], max_file_bytes: int) -> Iterator[Outcome]:
    """The rows of every entry, in their order.

    Raises:
        RepositoryError: an object is missing, or a child process died.
    """
    batches = [entries[at : at + BATCH] for at in range(0, len(entries), BATCH)]
    children = min(MAX_CHILDREN, os.cpu_count() or 1) if len(entries) >= MANY else 0
    with ExitStack() as stack:
        if children == 0:
            blobs = stack.enter_context(open_blobs(git_dir))
            for batch in batches:
                yield from _parse_batch(blobs, batch, max_file_bytes)
            return
        pool = [stack.enter_context(_child(git_dir, max_file_bytes)) for _ in range(children)]
        yield from _shared(pool, batches)


def _shared(
    pool: Sequence[subprocess.Popen[bytes]], batches: Sequence[object]
) -> Iterator[Outcome]:
    """Deal the batches round; each child has one ahead while its last result is written."""
    size = len(pool)
    for number, batch in enumerate(batches[:size]):
        _send(_end_of(pool[number].stdin), batch)
    for number in range(len(batches)):
        child = pool[number % size]
        if number + size < len(batches):
            _send(_end_of(child.stdin), batches[number + size])
        yield from _receive(_end_of(child.stdout))


def _parse_batch(
    blobs: Blobs, entries: Sequence[Numbered], max_file_bytes: int
) -> Iterator[Outcome]:
    readable = [item.entry.blob for item in entries if not _too_much(item.entry, max_file_bytes)]
    contents = blobs.read_many(readable)
    for item in entries:
        reason = _too_much(item.entry, max_file_bytes)
        yield _skipped(item.entry, reason) if reason else _parse(item, next(contents))


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
    return _skipped(entry, parsed) if isinstance(parsed, str) else rows_of(item, parsed)


def _skipped(entry: TreeEntry, reason: str) -> SkippedRow:
    return SkippedRow(entry.path, entry.blob, entry.mode, reason, entry.size_bytes)


@contextmanager
def _child(git_dir: Path, max_file_bytes: int) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", __name__, str(git_dir), str(max_file_bytes)]
    child = subprocess.Popen(  # noqa: S603 - our own module, no user text
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=_import_root()
    )
    try:
        yield child
    finally:
        child.kill()
        with suppress(BrokenPipeError):
            _end_of(child.stdin).close()
        _end_of(child.stdout).close()
        child.wait()


def _import_root() -> Path:
    return Path(__file__).parents[3]


def _send(pipe: IO[bytes], value: object) -> None:
    try:
        pickle.dump(value, pipe, pickle.HIGHEST_PROTOCOL)
        pipe.flush()
    except BrokenPipeError as error:
        raise RepositoryError(_DIED) from error


def _receive(pipe: IO[bytes]) -> list[Outcome]:
    try:
        answer: list[Outcome] | str = pickle.load(pipe)  # noqa: S301 - from our own child
    except EOFError as error:
        raise RepositoryError(_DIED) from error
    if isinstance(answer, str):
        raise RepositoryError(answer)
    return answer


def _end_of(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise RuntimeError("the child was started without pipes")
    return pipe


_DIED: Final = "A process that parses files ended early (memory?). Sync again to go on from there."


def main(arguments: Sequence[str]) -> None:
    """A child's life: batches from standard input, rows or an error message to standard output."""
    with open_blobs(Path(arguments[0])) as blobs:
        while True:
            try:
                batch = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own parent
            except EOFError:
                return
            _send(sys.stdout.buffer, _answer(blobs, batch, int(arguments[1])))


def _answer(blobs: Blobs, batch: Sequence[Numbered], max_bytes: int) -> list[Outcome] | str:
    try:
        return list(_parse_batch(blobs, batch, max_bytes))
    except RepositoryError as error:
        return error.message


if __name__ == "__main__":
    main(sys.argv[1:])
