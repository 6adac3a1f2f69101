"""The runner and its command, as real processes."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from chatapp.providers.cli_agents.process import running

Program = Callable[[str, str], Path]
ECHO = """
import os, sys
print("cwd", os.getcwd())
print("argv", sys.argv[1:])
print("environ", sorted(os.environ))
print(sys.stdin.read())
print("oops", file=sys.stderr)
sys.exit(3)
"""
FOREVER = """
import os, pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path(sys.argv[1]).write_text(f"{os.getpid()} {child.pid}")
print("started", flush=True)
time.sleep(600)
"""


def is_gone(pid: int) -> bool:
    """Whether the process has ended; a zombie that nobody has collected yet counts."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z"


def assert_gone(*pids: int) -> None:
    deadline_s = time.monotonic() + 5
    while not all(map(is_gone, pids)) and time.monotonic() < deadline_s:
        os.sched_yield()
    assert all(map(is_gone, pids))


def test_the_command_gets_its_input_folder_and_environment_and_nothing_else(
    program: Program, tmp_path: Path
) -> None:
    path = program("echo", ECHO)
    argv = [str(path), "--flag", "a b; $(c)"]
    with running(argv, cwd=str(tmp_path), environ={"ONLY": "1"}, prompt="渐 line\nnext") as reads:
        lines = b"".join(reads).decode().splitlines()
    assert lines[0] == f"cwd {tmp_path}"
    assert lines[1] == "argv ['--flag', 'a b; $(c)']"
    assert "ONLY" in lines[2]
    assert "PATH" not in lines[2]
    assert lines[3:5] == ["渐 line", "next"]
    assert json.loads(lines[-1]) == {"exit_code": 3, "stderr": "oops\n"}


def test_leaving_the_block_ends_the_command_and_its_children(
    program: Program, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    argv = [str(program("forever", FOREVER)), str(pids)]
    with running(argv, cwd=str(tmp_path), environ={}, prompt="") as reads:
        assert next(reads) == b"started\n"
        mine, child = map(int, pids.read_text().split())
    assert_gone(mine, child)


def test_a_command_that_ignores_the_polite_signal_is_ended_for_good(
    program: Program, tmp_path: Path
) -> None:
    source = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + FOREVER
    pids = tmp_path / "pids"
    argv = [str(program("stubborn", source)), str(pids)]
    with running(argv, cwd=str(tmp_path), environ={}, prompt="") as reads:
        assert next(reads) == b"started\n"
        mine, child = map(int, pids.read_text().split())
    assert_gone(mine, child)


@pytest.mark.parametrize("size", [0, 300_000])
def test_a_prompt_that_is_not_read_is_no_trouble(
    program: Program, tmp_path: Path, size: int
) -> None:
    argv = [str(program("deaf", "print('x')"))]
    with running(argv, cwd=str(tmp_path), environ={}, prompt="p" * size) as reads:
        lines = b"".join(reads).splitlines()
    assert lines[0] == b"x"
    assert json.loads(lines[1])["exit_code"] == 0
