"""The server under test, the model server, and the processes that may be killed."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
START_S: Final = 120


@dataclass(slots=True)
class Stage:
    """The server, the model server, and where everything is."""

    folder: Path
    port: int
    upstream_port: int
    environ: dict[str, str]
    children: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def notes(self) -> Path:
        """What the model server answered."""
        return self.folder / "answers.txt"

    def start_upstream(self) -> None:
        """Start the model server, again if it was killed."""
        command = [sys.executable, str(HERE / "upstream.py"), str(self.upstream_port), self.notes]
        self.children["upstream"] = subprocess.Popen(command)

    def start_server(self) -> None:
        """Start the server and wait until it answers."""
        with (self.folder / "serve.log").open("wb") as log:
            self.children["serve"] = subprocess.Popen(
                [sys.executable, "-m", "chatapp", "serve"],
                env=self.environ, stdout=log, stderr=log,
            )  # fmt: skip
        give_up = time.monotonic() + START_S
        while not self.answers():
            if time.monotonic() > give_up:
                raise SystemExit(f"the server does not start; see {log.name}")
            time.sleep(0.2)

    def answers(self) -> bool:
        """Whether the server is ready."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5):
                return True
        except OSError:
            return False

    def victims(self, part: str) -> list[int]:
        """The process ids that may be killed for a part."""
        if part == "upstream":
            return [self.children["upstream"].pid]
        below = descendants(self.children["serve"].pid)
        words = {"web": b"gunicorn", "worker": b"\0worker\0", "redis": b"valkey"}
        found = [pid for pid in below if words[part] in command_line(pid)]
        return [pid for pid in found if not children_of(pid)] if part == "web" else found

    def end(self) -> None:
        """Stop everything."""
        for child in self.children.values():
            child.terminate()
        for child in self.children.values():
            child.wait(60)


def children_of(pid: int) -> list[int]:
    """The child processes of a process."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def descendants(pid: int) -> list[int]:
    """Every process below a process."""
    return [one for child in children_of(pid) for one in (child, *descendants(child))]


def command_line(pid: int) -> bytes:
    """A process's command line."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def set_stage(folder: Path, workers: int) -> Stage:
    """A data directory with one small repository, settings, and nothing running yet."""
    repository = folder / "repository"
    repository.mkdir()
    (repository / "a.py").write_text("def answer():\n    return 42\n")
    git = ["git", "-C", str(repository), "-c", "user.name=c", "-c", "user.email=c@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *command], check=True)
    stage = Stage(folder, free_port(), free_port(), {})
    stage.environ = {
        **os.environ,  # noqa: TID251 - what a child needs of its parent's environment
        "CHATAPP_DATA_DIR": str(folder / "var"),
        "CHATAPP_PORT": str(stage.port),
        "CHATAPP_WEB_WORKERS": str(workers),
        "CHATAPP_REGISTER_SELF": "off",
        "OPENAI_COMPATIBLE_BASE_URL": f"http://127.0.0.1:{stage.upstream_port}/v1",
        "OPENAI_COMPATIBLE_API_KEY": "none",
    }
    add = [sys.executable, "-m", "chatapp", "repo", "add", str(repository)]
    subprocess.run(add, env=stage.environ, check=True, stdout=subprocess.DEVNULL)
    return stage
