"""Contents of git objects through one long-lived ``git cat-file --batch``.

Called by the index build (thousands of blobs) and `chatapp.codebase.files` (one at a time).
"""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from chatapp.codebase.git.command import piped
from chatapp.domain.errors import RepositoryError

_MISSING: Final = (b"missing", b"ambiguous")


class Blobs:
    """Objects by id, one after the other."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._to_git = _pipe(process.stdin)
        self._from_git = _pipe(process.stdout)

    def read(self, blob: str) -> bytes:
        """The whole content of one object.

        Raises:
            RepositoryError: the object is not there (a damaged or partial clone).
        """
        return next(self.read_many([blob]))

    def read_many(self, blobs: Sequence[str]) -> Iterator[bytes]:
        """The contents of a few objects (at most 500: the questions must fit a pipe), in order.

        Raises:
            RepositoryError: one of them is not there.
        """
        try:
            self._to_git.write("".join(f"{blob}\n" for blob in blobs).encode())
            self._to_git.flush()
        except BrokenPipeError as error:
            raise RepositoryError("git ended while its objects were read. Sync again.") from error
        for blob in blobs:
            yield self._answer(blob)

    def _answer(self, blob: str) -> bytes:
        header = self._from_git.readline().split()
        if len(header) != 3 or header[1] in _MISSING:
            raise RepositoryError(f"git has no object {blob}. The clone is damaged or partial.")
        content = self._from_git.read(int(header[2]))
        self._from_git.read(1)
        return content


@contextmanager
def open_blobs(git_dir: Path) -> Iterator[Blobs]:
    """A reader that ends its git with the block."""
    with piped(git_dir, ["cat-file", "--batch"]) as process:
        yield Blobs(process)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise RuntimeError("git was started without pipes")
    return pipe
