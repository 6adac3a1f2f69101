"""An Infra without the machine's own keys, and a local repository to put files into."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chatapp.domain.repositories import IndexProgress, IndexState, RepositoryView
from chatapp.infra.handle import Infra
from tests.fakes import make_infra


@pytest.fixture
def infra(tmp_path: Path) -> Infra:
    return replace(make_infra(tmp_path), environ={})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".chatapp").mkdir(parents=True)
    return folder


@pytest.fixture
def repository(root: Path) -> RepositoryView:
    return repository_at(str(root))


@pytest.fixture
def with_environ(infra: Infra) -> Callable[..., Infra]:
    """The Infra with variables of the process environment."""
    return lambda **environ: replace(infra, environ=environ)


def repository_at(source: str, **changes: Any) -> RepositoryView:
    """A registered repository."""
    view = RepositoryView(
        repository_id="r1",
        name="project",
        source=source,
        git_dir=Path(source) / ".git",
        branch="",
        state=IndexState.READY,
        progress=IndexProgress("", 0, 0, 100),
        indexed_commit=None,
        indexed_at=None,
        head_commit=None,
        files=0,
        skipped_files=0,
        error=None,
    )
    return replace(view, **changes)
