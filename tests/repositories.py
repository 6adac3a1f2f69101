"""Small git repositories for tests, made with fixed names and dates so that commits repeat."""

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_ENVIRONMENT: Final = {
    "GIT_AUTHOR_NAME": "Ann",
    "GIT_AUTHOR_EMAIL": "ann@example.org",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "Ann",
    "GIT_COMMITTER_EMAIL": "ann@example.org",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
}


def make_repository(folder: Path, files: Mapping[str, str]) -> Path:
    """A repository at `folder` with one commit of `files`."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    return commit(folder, files)


def commit(folder: Path, files: Mapping[str, str]) -> Path:
    """One more commit that writes `files`."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Change files")
    return folder


def git(folder: Path, *words: str) -> str:
    """Run git in `folder`; its output."""
    done = subprocess.run(
        ["git", *words], cwd=folder, env=_ENVIRONMENT, check=True, capture_output=True, text=True
    )
    return done.stdout
