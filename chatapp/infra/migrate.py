"""Bringing the database to the newest revision: one process does it, the others wait.

On SQLite the lock is a file in the data directory; on servers it is the server's own advisory
lock, since several machines may start at once. A failed migration stops the start with its
reason; each revision runs in a transaction where the database can do that.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, cast

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from chatapp.domain.errors import ChatappError, DependencyUnavailable
from chatapp.infra import file_lock
from chatapp.infra.db import Database
from chatapp.infra.redaction import redact
from chatapp.infra.settings import Settings

FOLDER: Final = Path(__file__).parents[2] / "migrations"
LOCK_NAME: Final = "migrate.lock"
_ADVISORY_ID: Final = int.from_bytes(hashlib.sha256(b"chatapp migrate").digest()[:7], "big")
_MYSQL_LOCK: Final = "chatapp migrate"
_MYSQL_WAIT_S: Final = 300


class MigrationFailed(ChatappError):
    """The database could not be brought to the newest revision."""

    code = "migration_failed"


def ensure_current(database: Database, settings: Settings) -> bool:
    """Migrate when needed; True when this call did it.

    Raises:
        MigrationFailed: a revision could not be applied, or the database is newer than this code.
        DependencyUnavailable: the database cannot be reached.
    """
    if is_current(database):
        return False
    with _one_at_a_time(database, settings):
        if is_current(database):
            return False
        upgrade(database)
    return True


def is_current(database: Database) -> bool:
    """Whether the database is at the newest revision of this code."""
    return current_revision(database) == newest_revision()


def current_revision(database: Database) -> str | None:
    """The revision the database is at, None when it is empty.

    Raises:
        DependencyUnavailable: the database cannot be reached.
    """
    with database.reading() as session:
        return MigrationContext.configure(session.connection()).get_current_revision()


def newest_revision() -> str | None:
    """The newest revision of this code, None when there is none."""
    return ScriptDirectory(str(FOLDER)).get_current_head()


def upgrade(database: Database, revision: str = "head") -> None:
    """Apply every revision up to `revision`.

    Raises:
        MigrationFailed: one could not be applied; the message says which error.
    """
    _run(database, lambda config: command.upgrade(config, revision))


def downgrade(database: Database, revision: str = "base") -> None:
    """Take back every revision down to `revision`.

    Raises:
        MigrationFailed: one could not be taken back.
    """
    _run(database, lambda config: command.downgrade(config, revision))


def _run(database: Database, act: Callable[[Config], None]) -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    try:
        with _migration_connection(database) as connection:
            config.attributes["connection"] = connection
            act(config)
    except (SQLAlchemyError, CommandError) as error:
        raise MigrationFailed(_failure(database, error)) from error


def _failure(database: Database, error: Exception) -> str:
    reason = redact(str(error).partition("\n")[0])
    return (
        f"The database could not be migrated (it is at {current_revision(database) or 'nothing'},"
        f" this code wants {newest_revision()}): {reason}. A database that is newer than this code"
        " needs the newer code; otherwise restore a backup and report this."
    )


@contextmanager
def _migration_connection(database: Database) -> Iterator[Connection]:
    """A connection on which SQLite tables may be rebuilt without cascading deletes."""
    with database.engine.connect() as connection:
        if database.engine.dialect.name != "sqlite":
            yield connection
            return
        driver = connection.connection.driver_connection
        for pragma in ("foreign_keys=OFF", "busy_timeout=10000"):
            cast("sqlite3.Connection", driver).execute(f"PRAGMA {pragma}")
        try:
            yield connection
        finally:
            connection.detach()  # its pragmas must not return to the pool


@contextmanager
def _one_at_a_time(database: Database, settings: Settings) -> Iterator[None]:
    name = database.engine.dialect.name
    if name == "sqlite":
        with file_lock.held(settings.data_dir / LOCK_NAME):
            yield
        return
    with database.engine.connect() as plain:
        connection = plain.execution_options(isolation_level="AUTOCOMMIT")
        take, give = _SERVER_LOCKS["postgresql" if name == "postgresql" else "mysql"]
        if not connection.scalar(text(take)):
            raise DependencyUnavailable("Another process is migrating the database for too long.")
        try:
            yield
        finally:
            connection.execute(text(give))


_SERVER_LOCKS: Final = {
    "postgresql": (
        f"SELECT pg_advisory_lock({_ADVISORY_ID}) IS NOT NULL",
        f"SELECT pg_advisory_unlock({_ADVISORY_ID})",
    ),
    "mysql": (
        f"SELECT GET_LOCK('{_MYSQL_LOCK}', {_MYSQL_WAIT_S})",
        f"SELECT RELEASE_LOCK('{_MYSQL_LOCK}')",
    ),
}
