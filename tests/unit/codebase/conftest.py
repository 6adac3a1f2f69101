"""An empty server and repository for tests that write, an indexed sample for those that read."""

from pathlib import Path

import pytest

from chatapp.infra.handle import Infra
from tests.fakes import make_infra
from tests.unit.codebase.projects import Project, make_project
from tests.unit.codebase.repositories import Repo
from tests.unit.codebase.samples import SAMPLE


@pytest.fixture
def infra(tmp_path: Path) -> Infra:
    return make_infra(tmp_path / "server")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A small shop with tests, documents, a decision record and an unused function."""
    return make_project(tmp_path_factory.mktemp("sample"), SAMPLE)
