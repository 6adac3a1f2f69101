"""The commands that work on the data, as real processes, with no server running."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.integration.conftest import clean_environment, free_port
from tests.repositories import make_repository

pytestmark = pytest.mark.enable_socket
FILES = {
    "lock.py": 'def acquire(name):\n    """Take the lock of `name`."""\n    return name\n',
    "README.md": "# Demo\n\nTakes locks.\n",
}


def _chatapp(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "chatapp", *words],
        env=clean_environment(tmp_path / "var", free_port()),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_question_is_answered_from_a_repository_nobody_registered(tmp_path: Path) -> None:
    make_repository(tmp_path / "demo", FILES)
    done = _chatapp(tmp_path, "ask", "What does acquire do?", "--repo", "demo")
    assert done.returncode == 0, done.stderr
    assert "lock.py:" in done.stdout
    assert "Indexing demo first" in done.stderr
    assert "Traceback" not in done.stderr


def test_repository_is_added_with_progress_in_plain_lines(tmp_path: Path) -> None:
    make_repository(tmp_path / "demo", FILES)
    done = _chatapp(tmp_path, "repo", "add", "demo")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("demo: 2 files at ")
    assert "demo: " in done.stderr
    for word in ("sync", "add"):
        again = _chatapp(tmp_path, "repo", word, "demo")
        assert again.returncode == 0, again.stderr
    assert "\x1b" not in done.stdout + done.stderr
