"""An Infra for the tests of conversations, whose greenlets end with the test."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from chatapp.conversation import leases
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from chatapp.infra.local import Local
from tests.fakes import make_infra
from tests.unit.conversation.fakes import end


@pytest.fixture(autouse=True)
def _redis_is_not_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Redis of the tests was started with them."""
    monkeypatch.setattr(leases, "TAKE_BACK_S", 0)


@pytest.fixture
def infra(tmp_path: Path) -> Iterator[Infra]:
    made = make_infra(tmp_path)
    yield made
    end(made)
    made.database.engine.dispose()
    made.redis.close()


@pytest.fixture
def clock(infra: Infra) -> FakeClock:
    assert isinstance(infra.clock, FakeClock)
    return infra.clock


@pytest.fixture
def elsewhere(infra: Infra) -> Iterator[Infra]:
    """Another worker over the same database and Redis."""
    other = replace(infra, local=Local())
    yield other
    end(other)


@pytest.fixture
def without_redis(infra: Infra) -> Iterator[Infra]:
    """The same server while Redis does not answer."""
    nowhere = Redis(host="127.0.0.1", port=1, retry=Retry(NoBackoff(), 0))
    cut_off = replace(infra, redis=nowhere, local=Local())
    yield cut_off
    end(cut_off)
    nowhere.close()
