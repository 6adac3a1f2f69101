"""`chatapp serve` as a whole: starts, mends itself, and leaves nothing behind."""

import os
import re
import signal
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.integration.conftest import Server, eventually, free_port, is_alive

Start = Callable[..., Server]
pytestmark = pytest.mark.enable_socket


@pytest.fixture
def ready(start_server: Start) -> Server:
    server = start_server()
    assert eventually(server.is_ready), server.said
    assert server.process.poll() is None, server.said
    return server


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests after which it is as good as before."""
    folder = tmp_path_factory.mktemp("lasting")
    server = Server(folder / "var", free_port(), folder / "serve.log")
    assert eventually(server.is_ready), server.said
    yield server
    server.end()


def test_fresh_start_answers_and_shows_the_first_admins_link(lasting: Server) -> None:
    assert lasting.answers("/healthz")
    assert lasting.answers("/readyz")
    assert stat.S_IMODE(lasting.data_dir.stat().st_mode) == 0o700
    assert eventually(lambda: "/setup?token=" in lasting.said)
    link = re.search(rf"http://127.0.0.1:{lasting.port}(/setup\?token=\S+)", lasting.said)
    assert link is not None
    assert lasting.answers(link[1])


@pytest.mark.parametrize(
    ("part", "name"),
    [("valkey", "Redis"), ("chatapp worker", "worker"), ("gunicorn", "web")],
)
def test_killed_child_is_started_again_and_said_so(lasting: Server, part: str, name: str) -> None:
    assert eventually(lambda: lasting.has_child_other_than(part, 0))
    pid = lasting.child(part)
    os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: lasting.has_child_other_than(part, pid)), lasting.said
    assert eventually(lasting.answers), lasting.said
    assert f"{name} ended (signal SIGKILL); starting it again in " in lasting.said
    assert lasting.process.poll() is None


def test_second_server_on_the_same_data_is_refused(lasting: Server, start_server: Start) -> None:
    second = start_server(lasting.data_dir, free_port())
    assert second.process.wait(30) == 1
    assert f"process {lasting.process.pid}" in second.said
    assert "CHATAPP_DATA_DIR" in second.said
    assert eventually(lasting.answers)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_one_signal_ends_everything(ready: Server, number: signal.Signals) -> None:
    everybody = ready.everybody()
    assert len(everybody) >= 4
    ready.process.send_signal(number)
    assert ready.process.wait(30) == 0
    assert [pid for pid in everybody if is_alive(pid)] == []


def test_killed_supervisor_takes_everything_with_it(ready: Server) -> None:
    everybody = ready.everybody()
    ready.process.kill()
    ready.process.wait()
    assert eventually(lambda: not any(is_alive(pid) for pid in everybody))


def test_port_in_use_is_refused_before_anything_starts(start_server: Start) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        server = start_server(port=listener.getsockname()[1])
        assert server.process.wait(30) == 1
    assert f"port {server.port}" in server.said
    assert "CHATAPP_PORT" in server.said
    assert not (server.data_dir / "redis").exists()


def test_wrong_settings_are_refused_in_one_list(start_server: Start) -> None:
    server = start_server(CHATAPP_WEB_WORKERS="many", CHATAPP_PROT="1", CHATAPP_LOG_LEVEL="loud")
    assert server.process.wait(30) == 2
    for name in ("CHATAPP_WEB_WORKERS", "CHATAPP_PROT", "CHATAPP_LOG_LEVEL"):
        assert name in server.said
    assert "Traceback" not in server.said


def test_data_directory_that_cannot_be_made_is_told(start_server: Start, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    server = start_server(tmp_path / "file" / "var")
    assert server.process.wait(30) == 1
    assert "cannot be used" in server.said
    assert "Traceback" not in server.said


def test_data_directory_that_cannot_be_written_is_told(start_server: Start, tmp_path: Path) -> None:
    (tmp_path / "var" / "serve.lock").mkdir(parents=True)
    server = start_server(tmp_path / "var")
    assert server.process.wait(30) == 1
    assert "Nothing can be written to" in server.said
    assert "CHATAPP_DATA_DIR" in server.said
    assert "Traceback" not in server.said


def test_database_that_cannot_be_reached_ends_the_start(start_server: Start) -> None:
    server = start_server(DATABASE_URL=f"postgresql://nobody@127.0.0.1:{free_port()}/none")
    assert server.process.wait(60) == 3, server.said
    assert "The database cannot be reached" in server.said
    assert "Traceback" not in server.said
