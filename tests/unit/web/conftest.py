"""An Infra for what the web does without an app around it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chatapp.bootstrap import models
from chatapp.infra.handle import Infra
from tests.fakes import make_infra

assert models.ALL


@pytest.fixture
def infra(tmp_path: Path) -> Iterator[Infra]:
    made = make_infra(tmp_path)
    yield made
    made.database.engine.dispose()
    made.redis.close()
