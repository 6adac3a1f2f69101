import threading
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, text

from chatapp.access.models import Account
from chatapp.domain.errors import DependencyUnavailable
from chatapp.infra import db
from chatapp.infra.clock import FakeClock
from chatapp.infra.db import Database, affected
from tests.fakes import make_infra

NOW = FakeClock().now()


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return make_infra(tmp_path, DATABASE_URL="").database


def _account(name: str) -> Account:
    return Account(id=name, name=name, created_at=NOW)


def _names(database: Database) -> list[str]:
    with database.reading() as session:
        return list(session.scalars(select(Account.name).order_by(Account.name)))


def test_block_that_ends_well_is_kept(database: Database) -> None:
    with database.transaction() as session:
        session.add(_account("a"))
    assert _names(database) == ["a"]


def test_block_that_raises_leaves_nothing(database: Database) -> None:
    with suppress(LookupError), database.transaction() as session:
        session.add(_account("a"))
        session.flush()
        raise LookupError
    assert _names(database) == []


def test_what_a_reader_changes_is_forgotten(database: Database) -> None:
    with database.reading() as session:
        session.add(_account("a"))
        session.flush()
    assert _names(database) == []


def test_reader_is_not_held_up_by_a_writer(database: Database) -> None:
    with database.transaction() as session:
        session.add(_account("a"))
        session.flush()
        assert _names(database) == []


def test_writers_wait_for_each_other_and_lose_nothing(database: Database) -> None:
    def write(number: int) -> None:
        for each in range(5):
            with database.transaction() as session:
                session.add(_account(f"{number}-{each}"))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(_names(database)) == 40


def test_writer_that_waits_too_long_is_told(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "LOCK_WAIT_S", 0.02)
    with (
        database.transaction(),
        pytest.raises(DependencyUnavailable, match="busy"),
        database.transaction(),
    ):
        pass


def test_full_disk_is_told_and_leaves_nothing(database: Database) -> None:
    with pytest.raises(DependencyUnavailable, match="disk is full"):
        _store_more_than_fits(database)
    assert _names(database) == []


def _store_more_than_fits(database: Database) -> None:
    with database.transaction() as session:
        session.execute(text("PRAGMA max_page_count = 1"))
        session.add_all(_account(f"{number:0>100}") for number in range(2000))


def test_sqlite_is_set_up_as_the_facts_say(database: Database) -> None:
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    with database.reading() as session:
        values = [session.scalar(text(f"PRAGMA {pragma}")) for pragma in pragmas]
    assert values == ["wal", 1, 1, 0]


def test_sqlite_waits_for_the_disk_when_told_to(tmp_path: Path) -> None:
    database = Database(create_engine(f"sqlite:///{tmp_path / 'full.db'}"), synchronous="full")
    with database.reading() as session:
        assert session.scalar(text("PRAGMA synchronous")) == 2
    database.engine.dispose()


def test_affected_counts_rows(database: Database) -> None:
    with database.transaction() as session:
        session.add_all([_account("a"), _account("b")])
        session.flush()
        assert affected(session.execute(text("UPDATE accounts SET name = 'c'"))) == 2
