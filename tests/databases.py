"""The database servers that tests run on, and throw-away databases on them.

SQLite is always there. PostgreSQL and MariaDB are used where they answer on their usual ports;
with ``CHATAPP_TEST_REQUIRE_DATABASES=1`` their absence is a failure.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from chatapp.infra.environment import environment

REQUIRED: Final = "CHATAPP_TEST_REQUIRE_DATABASES"
CHOSEN: Final = "CHATAPP_TEST_DATABASE"
"""Name of the server that `tests.fakes.make_infra` puts its tables on; SQLite by default."""


class Server(NamedTuple):
    """A database server: where to make databases, where a made one is, and how to drop it."""

    admin_url: str
    database_url: str
    drop: str


SERVERS: Final = {
    "postgresql": Server(
        "postgresql+psycopg://postgres@127.0.0.1:5432/postgres",
        "postgresql://postgres@127.0.0.1:5432/{name}",
        "DROP DATABASE {name} WITH (FORCE)",
    ),
    "mariadb": Server(
        "mariadb+pymysql://root@127.0.0.1:3306/",
        "mariadb://root@127.0.0.1:3306/{name}",
        "DROP DATABASE {name}",
    ),
}
NAMES: Final = ("sqlite", *SERVERS)


@contextmanager
def throwaway(name: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database on the server `name`, dropped at the end.

    The test is skipped when the server does not answer, unless it is required.
    """
    if name == "sqlite":
        yield f"sqlite:///{folder / 'chatapp.db'}"
        return
    server, database = SERVERS[name], f"chatapp_test_{secrets.token_hex(6)}"
    try:
        _admin(server, f"CREATE DATABASE {database}")
    except OperationalError as error:
        _absent(name, error)
    try:
        yield server.database_url.format(name=database)
    finally:
        _admin(server, server.drop.format(name=database))


def _admin(server: Server, statement: str) -> None:
    engine = create_engine(server.admin_url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(statement))


def _absent(name: str, error: Exception) -> None:
    if environment().get(REQUIRED) == "1":
        pytest.fail(f"{name} does not answer, and {REQUIRED}=1 asks for it: {error}")
    pytest.skip(f"{name} does not answer on its usual port")
