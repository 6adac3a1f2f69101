import sqlite3
from contextlib import closing

import pytest

from chatapp.codebase import schema
from chatapp.domain.errors import RepositoryError
from chatapp.infra.handle import Infra
from tests.unit.codebase.repositories import Repo, add, indexed


def test_missing_index_says_wait(infra: Infra, repo: Repo) -> None:
    repo.write("a").commit()
    with pytest.raises(RepositoryError, match="no index yet"):
        schema.open_index(infra, add(infra, repo).repository_id)


def test_reader_cannot_write(infra: Infra, repo: Repo) -> None:
    repo.write("a").commit()
    with (
        closing(schema.open_index(infra, indexed(infra, repo))) as index,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
    ):
        index.execute("DELETE FROM files")


def test_computed_columns_of_uses_follow_from_the_stored_ones() -> None:
    index = sqlite3.connect(":memory:")
    schema.create(index)
    index.execute(
        "INSERT INTO refs (file_id, ordinal, line, name, qualifier, kind, from_ordinal, times,"
        " percent) VALUES (3, 0, 1, 'f', '', 'call', 5, 1, 90)"
    )
    row = index.execute("SELECT from_id, confidence FROM refs").fetchone()
    assert row == (3 * schema.ORDINALS + 5, 0.9)


def test_file_that_is_no_index_has_version_zero() -> None:
    assert schema.version(sqlite3.connect(":memory:")) == 0
