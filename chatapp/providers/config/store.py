"""`provider_config.json`: stored keys and choices, in the data directory, readable by us alone.

Every change is read-modify-write under a file lock, into a temporary file that is synced and then
put in place in one step: a reader sees the old file or the new one, and of two concurrent writers
neither loses the other's change.
"""

import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import gevent
import msgspec

from chatapp.domain.errors import DependencyUnavailable

FILE_NAME: Final = "provider_config.json"
LOCK_NAME: Final = "provider_config.lock"
LOCK_PAUSE_S: Final = 0.01
LOCK_ATTEMPTS: Final = 500


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A provider, a model, or both."""

    provider: str | None = None
    model: str | None = None


NO_CHOICE: Final = Choice()


class StoredConfig(msgspec.Struct, frozen=True, omit_defaults=True):
    """The file: keys by provider, the server's choice, and each repository's by its id."""

    keys: dict[str, str] = {}
    active: Choice = NO_CHOICE
    repos: dict[str, Choice] = {}


def read(folder: Path) -> StoredConfig:
    """What is stored; nothing at all when there is no file yet.

    Raises:
        DependencyUnavailable: the file cannot be read or is not ours.
    """
    path = folder / FILE_NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=StoredConfig)
    except FileNotFoundError:
        return StoredConfig()
    except (OSError, msgspec.MsgspecError) as error:
        raise DependencyUnavailable(
            f"{path} cannot be read. Mend it, or move it away and enter the providers' keys again."
        ) from error


def change(folder: Path, edit: Callable[[StoredConfig], StoredConfig]) -> None:
    """Replace what is stored by `edit` of it; concurrent changes wait for each other."""
    with _locked(folder):
        stored = edit(read(folder))
        write_private(folder / FILE_NAME, msgspec.json.format(msgspec.json.encode(stored)))


def write_private(path: Path, content: bytes) -> None:
    """Put `content` at `path` in one step, mode 0600, on the disk before it has the name."""
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _acquire(descriptor)
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)


def _acquire(descriptor: int) -> None:
    """Take the lock, letting other greenlets run while another process has it."""
    for _ in range(LOCK_ATTEMPTS):
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            gevent.sleep(LOCK_PAUSE_S)
    raise DependencyUnavailable("Another process is changing the providers. Try again in a moment.")
