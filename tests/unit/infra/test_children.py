import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from chatapp.infra.children import start, stop

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, time, pathlib, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    "pathlib.Path(sys.argv[1]).touch(); time.sleep(60)",
]
PARENT = """
import sys, time
from chatapp.infra.children import start
child = start([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
time.sleep(60)
"""


def wait_until_gone(pid: int) -> bool:
    """Whether the process ends within a few seconds; a zombie counts as gone."""
    give_up = time.monotonic() + 5
    while time.monotonic() < give_up:
        status = Path(f"/proc/{pid}/stat")
        if not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.01)
    return False


def test_child_leads_a_group_of_its_own_and_ends_when_asked() -> None:
    child = start(SLEEPER)
    assert os.getpgid(child.pid) == child.pid
    stop(child, patience_s=5)
    assert child.returncode == -signal.SIGTERM


def test_stubborn_child_is_killed_after_the_patience(tmp_path: Path) -> None:
    child = start([*STUBBORN, str(tmp_path / "ready")])
    while not (tmp_path / "ready").exists():
        time.sleep(0.01)
    stop(child, patience_s=0.1)
    assert child.returncode == -signal.SIGKILL


def test_child_of_a_killed_parent_ends_too() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    grandchild = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert wait_until_gone(grandchild)
