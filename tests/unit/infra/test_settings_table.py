from pathlib import Path

import pytest

from chatapp.infra.settings import load


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("postgres://u@h/d", "postgresql+psycopg"),
        ("mysql://u@h/d", "mysql+pymysql"),
        ("mariadb://u@h/d", "mariadb+pymysql"),
        ("sqlite:////elsewhere.db", "sqlite"),
    ],
)
def test_addresses_get_the_drivers_that_yield_to_other_streams(given: str, driver: str) -> None:
    assert load({"DATABASE_URL": given}).database_uri.partition("://")[0] == driver


def test_everything_lies_in_the_data_directory_unless_told_otherwise(tmp_path: Path) -> None:
    settings = load({"CHATAPP_DATA_DIR": str(tmp_path)})
    assert settings.database_uri == f"sqlite:///{tmp_path / 'chatapp.db'}"
    assert (settings.indexes_dir, settings.clones_dir) == (
        tmp_path / "indexes",
        tmp_path / "clones",
    )
