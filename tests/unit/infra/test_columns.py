from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Column, MetaData, Table, insert, select

from chatapp.bootstrap.infrastructure import open_database
from chatapp.infra.columns import LONG_TEXT, UtcDateTime, exact
from chatapp.infra.db import Database
from chatapp.infra.settings import load
from tests.databases import NAMES, throwaway

pytestmark = [pytest.mark.database, pytest.mark.enable_socket]
TABLE = Table(
    "samples",
    MetaData(),
    Column("name", exact(32), primary_key=True),
    Column("at", UtcDateTime),
    Column("text", LONG_TEXT),
)


@pytest.fixture(params=NAMES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    with throwaway(request.param, tmp_path) as url:
        settings = load({"CHATAPP_DATA_DIR": str(tmp_path), "DATABASE_URL": url})
        database = open_database(Flask("chatapp-tests"), settings)
        TABLE.metadata.create_all(database.engine)
        yield database
        database.engine.dispose()


def _kept(database: Database, column: str, value: object) -> object:
    with database.transaction() as session:
        session.execute(insert(TABLE).values({"name": "x", column: value}))
    with database.reading() as session:
        return session.scalar(select(TABLE.c[column]))


def test_time_comes_back_aware_with_its_microseconds(database: Database) -> None:
    moment = datetime(2026, 3, 4, 5, 6, 7, 891011, tzinfo=timezone(timedelta(hours=8)))
    assert _kept(database, "at", moment) == moment.astimezone(UTC)


def test_no_time_stays_none(database: Database) -> None:
    assert _kept(database, "at", None) is None


def test_text_longer_than_64_kib_with_any_character_comes_back(database: Database) -> None:
    text = "𝄞 ü 漢\u2028" * 20_000
    assert _kept(database, "text", text) == text


def test_names_that_differ_in_case_or_accent_are_two(database: Database) -> None:
    with database.transaction() as session:
        for name in ("bob", "Bob", "böb"):
            session.execute(insert(TABLE).values(name=name))
    with database.reading() as session:
        assert session.scalars(select(TABLE.c.name).where(TABLE.c.name == "Bob")).all() == ["Bob"]
