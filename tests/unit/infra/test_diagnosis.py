import socket
from pathlib import Path

import pytest

from chatapp.infra import diagnosis, file_lock
from chatapp.infra.diagnosis import CHECKS, Trouble
from chatapp.infra.settings import Settings, load


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load({"CHATAPP_DATA_DIR": str(tmp_path / "var")})


@pytest.mark.parametrize("part", ["python", "git", "sqlite", "data directory", "redis", "server"])
def test_this_machine_is_in_order(part: str, settings: Settings) -> None:
    assert CHECKS[part](settings)


def test_old_python_is_trouble(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "OLDEST_PYTHON", (9, 0))
    with pytest.raises(Trouble, match="too old") as caught:
        diagnosis.python(settings)
    assert "3.11" in caught.value.remedy


@pytest.mark.parametrize(("oldest", "path"), [((99, 0), None), ((0, 0), "/nowhere")])
def test_missing_or_old_git_is_trouble(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, oldest: tuple[int, int], path: str | None
) -> None:
    monkeypatch.setattr(diagnosis, "OLDEST_GIT", oldest)
    if path:
        monkeypatch.setenv("PATH", path)
    with pytest.raises(Trouble, match="git") as caught:
        diagnosis.git(settings)
    assert "apt-get install git" in caught.value.remedy


def test_missing_front_end_file_is_named(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "frontend.lock.json").write_text('[{"files": {"a.js": "x/a.js"}}]')
    monkeypatch.setattr(diagnosis, "ROOT", tmp_path)
    with pytest.raises(Trouble, match=r"x/a\.js"):
        diagnosis.front_end(settings)


def test_open_data_directory_is_trouble(settings: Settings) -> None:
    settings.data_dir.mkdir(mode=0o755)
    with pytest.raises(Trouble, match="others may look") as caught:
        diagnosis.data_folder(settings)
    assert caught.value.remedy.startswith("Run: chmod 700")


def test_full_disk_is_a_warning(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.data_dir.mkdir(mode=0o700)
    monkeypatch.setattr(diagnosis, "LEAST_FREE_BYTES", 1 << 60)
    with pytest.raises(Trouble, match="MB are free") as caught:
        diagnosis.data_folder(settings)
    assert not caught.value.is_fatal


def test_redis_that_does_not_answer_is_trouble(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="does not answer"):
        diagnosis.redis(load({"REDIS_URL": f"unix://{tmp_path}/none.sock"}))


@pytest.mark.enable_socket
def test_port_of_another_program_is_trouble() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        settings = load({"CHATAPP_PORT": str(listener.getsockname()[1])})
        with pytest.raises(Trouble, match="cannot be used"):
            diagnosis.port(settings)
    assert "is free" in diagnosis.port(settings)


def test_running_server_is_named(settings: Settings) -> None:
    settings.data_dir.mkdir()
    lock = file_lock.try_hold(settings.data_dir / "serve.lock")
    assert lock is not None
    assert "running, process" in diagnosis.server(settings)
    lock.close()
    assert diagnosis.server(settings) == "not running"
