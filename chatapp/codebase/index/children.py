"""Sharing many files among child processes that parse them.

A child is `chatapp.codebase.index.parsing`, run by the same Python, with pickled frames over its
pipes. A few small files are parsed in place. A child that dies (a grammar's stack overflowed, or
it hit its memory limit) costs only the file that killed it, which is then left out.

Invariant: results come in the order of the entries, whoever made them.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from chatapp.codebase.git.blobs import open_blobs
from chatapp.codebase.index.parsing import Outcome, parse_batch, skip
from chatapp.codebase.index.rows import Numbered
from chatapp.domain.errors import RepositoryError

BATCH: Final = 40
MANY: Final = 300
"""From this many files on, starting children (0.3 s each) pays."""

HARMLESS_BYTES: Final = 20_000
"""A smaller file cannot cost much memory, however hostile: it may be parsed in this process."""

MAX_CHILDREN: Final = 2
CHILD_MODULE: Final = "chatapp.codebase.index.parsing"
KILLED_PARSER: Final = "parser failed"


@dataclass(frozen=True, slots=True)
class Source:
    """Where entries are read from, and up to which size."""

    git_dir: Path
    max_file_bytes: int


def parse_all(source: Source, entries: Sequence[Numbered]) -> Iterator[Outcome]:
    """The rows of every entry, in their order.

    Raises:
        RepositoryError: an object is missing.
    """
    batches = [entries[at : at + BATCH] for at in range(0, len(entries), BATCH)]
    is_risky = any(item.entry.size_bytes > HARMLESS_BYTES for item in entries)
    if len(entries) >= MANY or is_risky:
        yield from _shared(source, batches)
        return
    with open_blobs(source.git_dir) as blobs:
        for batch in batches:
            yield from parse_batch(blobs, batch, source.max_file_bytes)


def _shared(source: Source, batches: Sequence[Sequence[Numbered]]) -> Iterator[Outcome]:
    """Deal the batches round: a child parses its next one while its last is written."""
    size = min(MAX_CHILDREN, os.cpu_count() or 1, len(batches))
    with ExitStack() as stack:
        pool = [stack.enter_context(_child(source)) for _ in range(size)]
        for child, batch in zip(pool, batches, strict=False):
            _ask(child, batch)
        for number, batch in enumerate(batches):
            place = number % size
            answer = _answer(pool[place])
            if answer is None:
                answer = [_alone(source, item) for item in batch]
                pool[place] = stack.enter_context(_child(source))
            if number + size < len(batches):
                _ask(pool[place], batches[number + size])
            yield from answer


def _alone(source: Source, item: Numbered) -> Outcome:
    """One entry in a child of its own, left out when that dies."""
    with _child(source) as child:
        _ask(child, [item])
        answer = _answer(child)
    return skip(item.entry, KILLED_PARSER) if answer is None else answer[0]


@contextmanager
def _child(source: Source) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", CHILD_MODULE, str(source.git_dir), str(source.max_file_bytes)]
    root = Path(__file__).parents[3]
    child = subprocess.Popen(  # noqa: S603 - our own module, no user text
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root
    )
    try:
        yield child
    finally:
        child.kill()
        with suppress(BrokenPipeError):
            _pipe(child.stdin).close()
        _pipe(child.stdout).close()
        child.wait()


def _ask(child: subprocess.Popen[bytes], batch: Sequence[Numbered]) -> None:
    pipe = _pipe(child.stdin)
    with suppress(BrokenPipeError):  # it died: the answer will tell
        pickle.dump(batch, pipe, pickle.HIGHEST_PROTOCOL)
        pipe.flush()


def _answer(child: subprocess.Popen[bytes]) -> list[Outcome] | None:
    """The rows of the batch that was asked for; None when the child died over it."""
    try:
        answer: list[Outcome] | str = pickle.load(_pipe(child.stdout))  # noqa: S301 - our own child
    except (EOFError, pickle.UnpicklingError):
        return None
    if isinstance(answer, str):
        raise RepositoryError(answer)
    return answer


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise RuntimeError("the child was started without pipes")
    return pipe
