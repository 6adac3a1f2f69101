"""A git repository out of a table of files, for tests that need any repository at all."""

from collections.abc import Mapping
from pathlib import Path

from tests.unit.codebase.repositories import Repo


def make_repository(folder: Path, files: Mapping[str, str]) -> Path:
    """A repository at `folder` with one commit of `files`."""
    repo = Repo(folder)
    for path, text in files.items():
        repo.write(path, text)
    repo.commit()
    return folder
