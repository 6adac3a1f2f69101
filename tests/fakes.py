"""An `Infra` for tests: a database of its own, real Valkey, a queue that remembers, a still clock.

The Valkey server is one for the whole test session, started with the first Infra; every Infra
has a numbered database of it to itself.
"""

import atexit
import functools
import itertools
import tempfile
from pathlib import Path
from typing import Final

from flask import Flask
from redis import Redis

from chatapp.infra import embedded_redis
from chatapp.infra.children import stop
from chatapp.infra.clock import FakeClock
from chatapp.infra.db import Base, Database, db
from chatapp.infra.handle import Infra
from chatapp.infra.queue import RecordingQueue
from chatapp.infra.settings import Settings, load

REDIS_DATABASES: Final = 4096
SECRET: Final = "a secret of the tests"
_numbers = itertools.cycle(range(REDIS_DATABASES))


def make_infra(tmp_path: Path, **overrides: str) -> Infra:
    """An Infra whose settings are `overrides`, by variable name, over the defaults.

    The database is a SQLite file below `tmp_path` unless `DATABASE_URL` is given, and has every
    table of the models imported so far.
    """
    environ = {
        "CHATAPP_DATA_DIR": str(tmp_path / "var"),
        "CHATAPP_SECRET_KEY": SECRET,
        "REDIS_URL": _redis_url(),
        **overrides,
    }
    settings = load(environ)
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    redis = Redis.from_url(settings.redis_url)
    redis.flushdb()
    return Infra(settings, make_database(settings), redis, RecordingQueue(), FakeClock(), environ)


def make_database(settings: Settings) -> Database:
    """A database with every table of the models imported so far."""
    app = Flask("chatapp-tests")
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.database_uri
    db.init_app(app)
    with app.app_context():
        engine = db.engine
    database = Database(engine)
    Base.metadata.create_all(engine)
    return database


def _redis_url() -> str:
    return f"{embedded_redis.url(_valkey())}?db={next(_numbers)}"


@functools.cache
def _valkey() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="chatapp-valkey-")
    child = embedded_redis.start(
        Path(folder.name), options=["--databases", str(REDIS_DATABASES), "--appendonly", "no"]
    )
    atexit.register(lambda: (stop(child, patience_s=1), folder.cleanup()))
    return Path(folder.name)
