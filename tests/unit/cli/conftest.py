"""The ``chatapp`` command in this process, on an Infra of the test's own."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from chatapp.cli.commands import group
from chatapp.cli.wiring import Wiring
from chatapp.infra.handle import Infra
from chatapp.infra.settings import Settings
from tests.fakes import make_infra

Run = Callable[..., Result]


@pytest.fixture
def infra(tmp_path: Path) -> Infra:
    return make_infra(tmp_path)


@pytest.fixture
def wiring(infra: Infra) -> Wiring:
    def build_infra(settings: Settings, *, migrates: bool = True) -> Infra:
        return infra

    return Wiring(
        lambda: SimpleNamespace(build_infra=build_infra),
        is_process=False,
        environ=lambda: infra.environ,
    )


@pytest.fixture
def run(wiring: Wiring) -> Run:
    """Runs a command line, answering its prompts from `typed`."""

    def invoke(*words: str, typed: str = "") -> Result:
        return CliRunner().invoke(group, list(words), obj=wiring, input=typed)

    return invoke
