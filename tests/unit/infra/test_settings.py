from dataclasses import fields
from pathlib import Path

import pytest

from chatapp.infra.settings import Settings, SettingsError, load


def test_defaults_are_themselves_usable() -> None:
    settings = load({})
    assert settings.port == 8000
    assert settings.data_dir == Path("var").absolute()


def test_every_wrong_value_is_named_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        load({"CHATAPP_PORT": "70000", "CHATAPP_LOG_LEVEL": "loud", "CHATAPP_DATA": "x"})
    assert caught.value.problems == [
        "CHATAPP_PORT must be a whole number from 1 to 65535",
        "CHATAPP_LOG_LEVEL must be one of: debug, info, warning, error",
        "CHATAPP_DATA is not a setting; see docs/settings.md",
    ]
    assert str(caught.value).count("\n  - ") == 3


def test_variables_of_the_tests_are_no_settings() -> None:
    assert load({"CHATAPP_TEST_DATABASE": "mariadb"}).port == 8000


def test_every_setting_has_a_name_and_a_sentence() -> None:
    names = [item.metadata["env"] for item in fields(Settings)]
    assert len(set(names)) == len(names)
    assert all(item.metadata["doc"].endswith(".") for item in fields(Settings))


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgresql://u@h/d", "postgresql+psycopg://u@h/d"),
        ("mysql://u@h/d", "mysql+pymysql://u@h/d"),
        ("mariadb://u@h/d", "mariadb+pymysql://u@h/d"),
        ("sqlite:////tmp/x.db", "sqlite:////tmp/x.db"),
        ("postgresql+psycopg://u@h/d", "postgresql+psycopg://u@h/d"),
    ],
)
def test_database_url_gets_the_driver_that_works_here(given: str, used: str) -> None:
    assert load({"DATABASE_URL": given}).database_uri == used


def test_database_is_a_file_in_the_data_directory_by_default(tmp_path: Path) -> None:
    settings = load({"CHATAPP_DATA_DIR": str(tmp_path)})
    assert settings.database_uri == f"sqlite:///{tmp_path}/chatapp.db"


def test_unknown_kind_of_database_is_refused() -> None:
    with pytest.raises(SettingsError, match="DATABASE_URL must begin with"):
        load({"DATABASE_URL": "oracle://u@h/d"})
