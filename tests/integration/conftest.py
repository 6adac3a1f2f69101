"""A whole server for a test: `chatapp serve` on a data directory and a free port of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PATIENCE_S: Final = 60.0
PAUSE_S: Final = 0.05


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def eventually(is_so: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
    """Whether something becomes true in time; real processes have no fake clock."""
    give_up = time.monotonic() + patience_s
    while time.monotonic() < give_up:
        if is_so():
            return True
        time.sleep(PAUSE_S)
    return is_so()


def command_line(pid: int) -> str:
    """What a process runs; nothing when it has just ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def children_of(pid: int) -> list[int]:
    """The living children of a process."""
    try:
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [int(child) for child in listed if command_line(int(child))]


def is_alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


class Server:
    """A `chatapp serve` process, its output, and the processes below it."""

    def __init__(self, data_dir: Path, port: int, log: Path, **environ: str) -> None:
        self.data_dir = data_dir
        self.port = port
        self.log = log
        with log.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "chatapp", "serve"],
                env=clean_environment(data_dir, port, **environ),
                cwd=log.parent,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        return self.log.read_text()

    def is_ready(self) -> bool:
        return "Ready after" in self.said or self.process.poll() is not None

    def answers(self, path: str = "/readyz") -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def child(self, part: str) -> int:
        """The process id of the child whose command line holds `part`."""
        return next(pid for pid in children_of(self.process.pid) if part in command_line(pid))

    def has_child_other_than(self, part: str, pid: int) -> bool:
        found = [one for one in children_of(self.process.pid) if part in command_line(one)]
        return bool(found) and found != [pid]

    def everybody(self) -> list[int]:
        """The process ids of the server and everything below it."""
        found = [self.process.pid]
        for pid in found:
            found += children_of(pid)
        return found

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def clean_environment(data_dir: Path, port: int, **environ: str) -> dict[str, str]:
    """Ours without settings, so that a developer's own do not leak into the server."""
    kept = {name: value for name, value in os.environ.items() if not is_setting(name)}  # noqa: TID251
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "CHATAPP_DATA_DIR": str(data_dir),
        "CHATAPP_PORT": str(port),
        "CHATAPP_REGISTER_SELF": "off",
        **environ,
    }


def is_setting(name: str) -> bool:
    return name.startswith("CHATAPP_") or name in ("DATABASE_URL", "REDIS_URL")


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers that are ended with the test."""
    started: list[Server] = []

    def start(data_dir: Path | None = None, port: int | None = None, **environ: str) -> Server:
        log = tmp_path / f"serve-{len(started)}.log"
        server = Server(data_dir or tmp_path / "var", port or free_port(), log, **environ)
        started.append(server)
        return server

    yield start
    for server in started:
        server.end()
