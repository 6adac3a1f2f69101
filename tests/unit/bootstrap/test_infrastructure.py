import stat
from pathlib import Path

import pytest

from chatapp.bootstrap.infrastructure import build_infra, complete
from chatapp.infra.handle import installed
from chatapp.infra.migrate import current_revision, is_current
from chatapp.infra.private_folder import UnusableFolder
from chatapp.infra.queue import RqQueue
from chatapp.infra.settings import load


def test_empty_settings_are_filled_from_the_data_directory(tmp_path: Path) -> None:
    given = load({"CHATAPP_DATA_DIR": str(tmp_path / "var")})
    settings = complete(given)
    assert settings.secret_key == complete(given).secret_key != ""
    assert settings.redis_url.startswith("unix://")
    assert stat.S_IMODE(settings.data_dir.stat().st_mode) == 0o700


def test_given_settings_stay(tmp_path: Path) -> None:
    environ = {"CHATAPP_SECRET_KEY": "s", "REDIS_URL": "redis://r"}
    settings = complete(load({"CHATAPP_DATA_DIR": str(tmp_path), **environ}))
    assert (settings.secret_key, settings.redis_url) == ("s", "redis://r")


def test_infrastructure_is_migrated_and_installed(tmp_path: Path) -> None:
    infra = build_infra(load({"CHATAPP_DATA_DIR": str(tmp_path / "var")}))
    assert is_current(infra.database)
    assert installed() is infra
    assert isinstance(infra.queue, RqQueue)
    infra.database.engine.dispose()


def test_database_is_left_alone_when_asked(tmp_path: Path) -> None:
    infra = build_infra(load({"CHATAPP_DATA_DIR": str(tmp_path / "var")}), migrates=False)
    assert current_revision(infra.database) is None
    infra.database.engine.dispose()


def test_unusable_data_directory_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UnusableFolder):
        build_infra(load({"CHATAPP_DATA_DIR": str(tmp_path / "file" / "var")}))
