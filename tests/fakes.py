"""An `Infra` for tests: a database of its own, real Valkey, a queue that remembers, a still clock.

The Valkey server is one for the whole test session, started with the first Infra; every Infra
has a numbered database of it to itself. With ``CHATAPP_TEST_DATABASE=postgresql`` (or
``mariadb``) the tables are on that server, in one database for the session that is emptied
between tests.
"""

import atexit
import functools
import itertools
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from flask import Flask

import chatapp.bootstrap.models  # noqa: F401 - every table, as in the product
from chatapp.bootstrap.infrastructure import open_database
from chatapp.infra import embedded_redis
from chatapp.infra.children import stop
from chatapp.infra.clock import FakeClock
from chatapp.infra.db import Base, Database
from chatapp.infra.environment import environment
from chatapp.infra.handle import Infra
from chatapp.infra.queue import RecordingQueue
from chatapp.infra.redis_pool import connect
from chatapp.infra.settings import Settings, load
from tests.databases import CHOSEN, throwaway

REDIS_DATABASES: Final = 4096
SECRET: Final = "a secret of the tests"
_numbers = itertools.cycle(range(REDIS_DATABASES))
_open: list[Infra] = []
_session = ExitStack()
atexit.register(_session.close)


def make_infra(tmp_path: Path, **overrides: str) -> Infra:
    """An Infra whose settings are `overrides`, by variable name, over the defaults.

    Made twice with the same `tmp_path` it has the same database, and a Redis of its own.
    """
    environ = {
        "CHATAPP_DATA_DIR": str(tmp_path / "var"),
        "CHATAPP_SECRET_KEY": SECRET,
        "DATABASE_URL": _database_url(),
        "REDIS_URL": f"{embedded_redis.url(_valkey())}?db={next(_numbers)}",
        **overrides,
    }
    settings = load(environ)
    is_new = not settings.data_dir.exists()
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    if is_new:
        _close_earlier()
    redis = connect(settings.redis_url)
    redis.flushdb()
    database = make_database(settings, is_emptied=is_new)
    infra = Infra(settings, database, redis, RecordingQueue(), FakeClock(), environ)
    _open.append(infra)
    return infra


def make_database(settings: Settings, *, is_emptied: bool = True) -> Database:
    """The database of `settings` with every table."""
    database = open_database(Flask("chatapp-tests"), settings)
    Base.metadata.create_all(database.engine)
    if is_emptied and settings.database_url:
        with database.transaction() as session:
            for table in reversed(Base.metadata.sorted_tables):
                session.execute(table.delete())
    return database


def _close_earlier() -> None:
    """Let go of the connections of tests that are over; an Infra still in use opens new ones."""
    while _open:
        infra = _open.pop()
        infra.database.engine.dispose()
        infra.redis.close()


@functools.cache
def _database_url() -> str:
    name = environment().get(CHOSEN, "sqlite")
    return "" if name == "sqlite" else _session.enter_context(throwaway(name, Path()))


@functools.cache
def _valkey() -> Path:
    folder = Path(_session.enter_context(tempfile.TemporaryDirectory(prefix="chatapp-valkey-")))
    options = ["--databases", str(REDIS_DATABASES), "--appendonly", "no"]
    child = embedded_redis.start(folder, options=options)
    _session.callback(stop, child, patience_s=1)
    return folder
