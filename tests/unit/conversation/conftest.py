"""An Infra for the tests of conversations, whose greenlets end with the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chatapp.codebase import models as codebase_models
from chatapp.conversation import models
from chatapp.conversation.worker import worker
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.fakes import make_infra

TABLES = (codebase_models, models)
"""Imported so that the tables exist."""


@pytest.fixture
def infra(tmp_path: Path) -> Iterator[Infra]:
    made = make_infra(tmp_path)
    yield made
    worker(made).stop()
    made.database.engine.dispose()
    made.redis.close()


@pytest.fixture
def clock(infra: Infra) -> FakeClock:
    assert isinstance(infra.clock, FakeClock)
    return infra.clock
