"""What can be wrong with an installation, and how to mend it: the checks of ``chatapp doctor``.

Each check is a function that returns what it found, or raises a `Trouble` with the remedy. None
changes anything, and none needs another one to have passed.
"""

import json
import platform
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from chatapp.domain.errors import DependencyUnavailable
from chatapp.infra import embedded_redis, file_lock
from chatapp.infra.settings import Settings
from chatapp.infra.web_address import PortInUse, answers, refuse_port_in_use, web_address

ROOT: Final = Path(__file__).parents[2]
OLDEST_PYTHON: Final = (3, 11)
OLDEST_GIT: Final = (2, 30)
OLDEST_SQLITE: Final = (3, 37)
LEAST_FREE_BYTES: Final = 1_000_000_000
_PRIVATE: Final = 0o077


class Trouble(Exception):
    """Something that has to be mended: what it is, and how.

    `is_fatal` is False for what a server can live with.
    """

    def __init__(self, what: str, remedy: str, *, is_fatal: bool = True) -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy
        self.is_fatal = is_fatal


def python(_settings: Settings) -> str:
    """The interpreter is new enough."""
    if sys.version_info < OLDEST_PYTHON:
        raise Trouble(f"Python {platform.python_version()} is too old", "Install 3.11 or newer.")
    return f"Python {platform.python_version()}"


def git(_settings: Settings) -> str:
    """Git is there and new enough."""
    remedy = "Install git 2.30 or newer (Debian: apt-get install git)."
    program = shutil.which("git")
    if program is None:
        raise Trouble("git is not installed", remedy)
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    version = said.stdout.strip().removeprefix("git version ")
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    if numbers < OLDEST_GIT:
        raise Trouble(f"git {version} is too old", remedy)
    return f"git {version}"


def sqlite(_settings: Settings) -> str:
    """SQLite has full-text search."""
    with sqlite3.connect(":memory:") as memory:
        try:
            memory.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
        except sqlite3.OperationalError as error:
            raise Trouble("SQLite has no FTS5", "Use a Python whose sqlite3 has it.") from error
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise Trouble(f"SQLite {sqlite3.sqlite_version} is too old", "Use a newer Python.")
    return f"SQLite {sqlite3.sqlite_version} with full-text search"


def front_end(_settings: Settings) -> str:
    """Every file of the front-end lock is in its place."""
    packages = json.loads((ROOT / "frontend.lock.json").read_text("utf-8"))
    wanted = [file for package in packages for file in package["files"].values()]
    missing = [file for file in wanted if not (ROOT / "static" / "vendor" / file).exists()]
    if missing:
        raise Trouble(f"front-end files are missing: {', '.join(missing)}", "Run `make run` once.")
    return f"{len(wanted)} front-end files"


def data_folder(settings: Settings) -> str:
    """The data directory is private, writable, and has room."""
    folder = settings.data_dir
    if not folder.exists():
        return f"{folder} will be made by the first start"
    if folder.stat().st_mode & _PRIVATE:
        raise Trouble(f"others may look into {folder}", f"Run: chmod 700 {folder}")
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE_BYTES:
        raise Trouble(
            f"only {free // 1_000_000} MB are free for {folder}",
            "Make room, or set CHATAPP_DATA_DIR to a larger disk.",
            is_fatal=False,
        )
    return f"{folder}, private, {free // 1_000_000_000} GB free"


def redis(settings: Settings) -> str:
    """The given Redis answers, or the embedded one can be run."""
    if not settings.redis_url:
        return _embedded(settings)
    try:
        with Redis.from_url(settings.redis_url, socket_timeout=3) as client:
            client.ping()
    except (RedisError, ValueError) as error:
        raise Trouble(
            f"the Redis of REDIS_URL does not answer ({type(error).__name__})",
            "Start it, mend REDIS_URL, or leave REDIS_URL empty for the embedded one.",
        ) from error
    return "the one of REDIS_URL answers"


def _embedded(settings: Settings) -> str:
    try:
        program = embedded_redis.binary()
    except DependencyUnavailable as error:
        raise Trouble("no Redis", str(error)) from error
    state = "running" if embedded_redis.is_up(settings.data_dir) else "not running now"
    return f"embedded ({program.name}), {state}"


def port(settings: Settings) -> str:
    """The port is free, or it is ours that uses it."""
    if answers(settings):
        return f"a server answers on {web_address(settings)}"
    try:
        refuse_port_in_use(settings)
    except PortInUse as error:
        raise Trouble(f"port {settings.port} cannot be used", str(error)) from error
    return f"{settings.host} port {settings.port} is free"


def server(settings: Settings) -> str:
    """Whether a server runs on the data directory."""
    path = settings.data_dir / "serve.lock"
    if not path.exists():
        return "none has run yet"
    lock = file_lock.try_hold(path)
    if lock is None:
        return f"running, process {file_lock.holder(path)}"
    lock.close()
    return "not running"


CHECKS: Final[dict[str, Callable[[Settings], str]]] = {
    "python": python,
    "git": git,
    "sqlite": sqlite,
    "front end": front_end,
    "data directory": data_folder,
    "redis": redis,
    "port": port,
    "server": server,
}
