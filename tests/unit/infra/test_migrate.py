import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import inspect, text

from chatapp.bootstrap.infrastructure import open_database
from chatapp.infra import migrate
from chatapp.infra.db import Base, Database
from chatapp.infra.settings import Settings, load
from tests.databases import NAMES, throwaway

pytestmark = [pytest.mark.database, pytest.mark.enable_socket]

MIGRATED = 77


@pytest.fixture(params=NAMES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    with throwaway(request.param, tmp_path) as url:
        yield load({"CHATAPP_DATA_DIR": str(tmp_path), "DATABASE_URL": url})


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    database = open_database(Flask("chatapp-tests"), settings)
    yield database
    database.engine.dispose()


def _tables(database: Database) -> set[str]:
    return set(inspect(database.engine).get_table_names()) - {"alembic_version"}


def test_empty_database_gets_every_table_and_loses_them_again(
    database: Database, settings: Settings
) -> None:
    assert migrate.ensure_current(database, settings)
    assert _tables(database) == set(Base.metadata.tables)
    assert migrate.is_current(database)
    migrate.downgrade(database)
    assert _tables(database) == set()
    migrate.upgrade(database)
    assert _tables(database) == set(Base.metadata.tables)


def test_revisions_make_what_the_models_say(database: Database) -> None:
    migrate.upgrade(database)
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []


def test_current_database_is_left_alone(database: Database, settings: Settings) -> None:
    migrate.ensure_current(database, settings)
    assert not migrate.ensure_current(database, settings)


@pytest.mark.requirement("D04")
def test_many_starting_together_migrate_once(settings: Settings) -> None:
    databases = [open_database(Flask("chatapp-tests"), settings) for _ in range(8)]
    start, did = threading.Barrier(len(databases)), []

    def begin(database: Database) -> None:
        start.wait()
        did.append(migrate.ensure_current(database, settings))

    threads = [threading.Thread(target=begin, args=(database,)) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(did) == [False] * 7 + [True]
    assert _tables(databases[0]) == set(Base.metadata.tables)
    for database in databases:
        database.engine.dispose()


@pytest.mark.requirement("D04")
def test_fifty_processes_on_a_fresh_volume_all_start(tmp_path: Path) -> None:
    """SQLite's switch to WAL and its locks are between processes, so threads prove too little."""
    settings = load({"CHATAPP_DATA_DIR": str(tmp_path)})
    pids = [_forked(settings) for _ in range(50)]
    codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]
    assert sorted(codes) == [0] * 49 + [MIGRATED]


def _forked(settings: Settings) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            database = open_database(Flask("chatapp-tests"), settings)
            os._exit(MIGRATED if migrate.ensure_current(database, settings) else 0)
        except BaseException:  # noqa: BLE001 - a forked child must never return into pytest
            os._exit(1)
    return pid


def test_database_of_a_newer_version_is_refused_and_left_alone(
    database: Database, settings: Settings
) -> None:
    migrate.upgrade(database)
    with database.transaction() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(migrate.MigrationFailed, match=r"it is at 9999.*newer"):
        migrate.ensure_current(database, settings)
    assert migrate.current_revision(database) == "9999"
    assert _tables(database) == set(Base.metadata.tables)
