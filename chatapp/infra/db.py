"""The database: one declarative base, and short transactions that never wait in C.

`Database.transaction()` and `Database.reading()` are the only doors. Neither may be held across
a yield, a provider call or a tool call. SQLite runs in WAL mode with no busy handler, because
that handler sleeps in C and would stop every greenlet: a locked database is retried here, with
`time.sleep`, which is cooperative in the patched web process.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, CursorResult, Engine, MetaData, Result, event
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import DeclarativeBase, Session, sessionmaker

from chatapp.domain.errors import DependencyUnavailable

WRITE_OPTION: Final = "chatapp_write"
LOCK_WAIT_S: Final = 10.0
RETRY_PAUSE_S: Final = 0.005

_PRAGMAS: Final = ("foreign_keys=ON", "busy_timeout=0")

DISK_FULL: Final = "The disk is full, so nothing can be stored. Free some space and try again."

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Every table's base; names of constraints are fixed so that migrations can drop them."""

    metadata = MetaData(naming_convention=NAMING)


db = SQLAlchemy(model_class=Base)


class Database:
    """Sessions over one engine; `synchronous` is SQLite's word for when it waits for the disk."""

    def __init__(self, engine: Engine, *, synchronous: str = "normal") -> None:
        self.engine = engine
        self._sessions = sessionmaker(engine, expire_on_commit=False)
        if engine.dialect.name == "sqlite":
            _tune_sqlite(engine, synchronous)

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """A session that commits at the end of the block and rolls back on any error.

        Raises:
            DependencyUnavailable: the database stayed locked, or cannot be reached.
        """
        with self._sessions() as session:
            _begin(session, is_write=True)
            with _room_on_disk():
                yield session
                session.commit()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for queries; whatever it changed is forgotten."""
        with self._sessions() as session:
            _begin(session, is_write=False)
            yield session


@contextmanager
def _room_on_disk() -> Iterator[None]:
    """SQLite says that the disk is full in the middle of anything that writes."""
    try:
        yield
    except DBAPIError as error:
        if "disk is full" in str(error.orig):
            raise DependencyUnavailable(DISK_FULL, retry_after_s=60) from error
        raise


def affected(result: Result[Any]) -> int:
    """How many rows an UPDATE or DELETE found; the ORM's type does not say that it knows."""
    return cast("CursorResult[Any]", result).rowcount


def _begin(session: Session, *, is_write: bool) -> None:
    give_up = time.monotonic() + LOCK_WAIT_S
    while True:
        try:
            session.connection(execution_options={WRITE_OPTION: is_write})
        except OperationalError as error:
            session.rollback()
            if not _is_locked(error) or time.monotonic() > give_up:
                raise DependencyUnavailable(_unreachable(error), retry_after_s=2) from error
            time.sleep(RETRY_PAUSE_S)
        else:
            return


def _is_locked(error: DBAPIError) -> bool:
    return isinstance(error.orig, sqlite3.OperationalError) and "locked" in str(error.orig)


def _unreachable(error: DBAPIError) -> str:
    if _is_locked(error):
        return "The database is busy with another writer. Try again in a moment."
    return "The database cannot be reached. Check DATABASE_URL and that its server runs."


def _tune_sqlite(engine: Engine, synchronous: str) -> None:
    pragmas = ("journal_mode=WAL", f"synchronous={synchronous}", *_PRAGMAS)

    def on_connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver must not open transactions of its own
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", _on_begin)


def _on_begin(connection: Connection) -> None:
    is_write = connection.get_execution_options().get(WRITE_OPTION, True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_write else "BEGIN")
