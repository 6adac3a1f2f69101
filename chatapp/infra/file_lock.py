"""A lock between processes of one machine, let go by the kernel when its holder dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


def try_hold(path: Path) -> IO[str] | None:
    """Take the lock for as long as the returned file stays open; None when somebody has it.

    The file holds the holder's process id for whoever wonders.
    """
    file = path.open("a+", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def holder(path: Path) -> str:
    """The process id written by whoever holds the lock, as text; empty when it is unknown."""
    return path.read_text("ascii") if path.exists() else ""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Wait for the lock and hold it for the block."""
    with path.open("a+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
