"""A small repository to ask about."""

import subprocess
from pathlib import Path


def small_repository(folder: Path) -> Path:
    """One commit with one file, below `folder`."""
    garden = folder / "garden"
    garden.mkdir()
    (garden / "bees.py").write_text("def buzz():\n    return 'bzz'\n", "utf-8")
    _git(garden, "init", "-q", "-b", "main")
    _git(garden, "add", ".")
    _git(garden, "commit", "-q", "-m", "Let bees buzz")
    return garden


def git_commit(folder: Path, path: str, content: str) -> None:
    """Another commit, in which a file has this content."""
    (folder / path).write_text(content, "utf-8")
    _git(folder, "commit", "-q", "-a", "-m", "Change")


def _git(folder: Path, *arguments: str) -> None:
    name = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *name, *arguments], cwd=folder, check=True, capture_output=True)
