from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisDown
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from chatapp.domain.errors import DependencyUnavailable
from chatapp.infra.availability import as_unavailable, redis_needed, wait_for_redis
from tests.fakes import make_infra


def test_a_redis_that_is_away_is_one_sentence_with_a_time_to_come_back() -> None:
    with pytest.raises(DependencyUnavailable, match="Redis") as refused, redis_needed():
        raise RedisDown("redis://:secret@host")
    assert refused.value.retry_after_s
    assert "secret" not in str(refused.value)


def test_other_errors_are_not_swallowed() -> None:
    with pytest.raises(ValueError, match="mine"), redis_needed():
        raise ValueError("mine")


def test_a_lost_or_exhausted_database_is_unavailable_and_a_bug_is_not() -> None:
    lost = OperationalError("SELECT 1", {}, Exception("gone"), connection_invalidated=True)
    for error in (lost, PoolTimeout(), RedisDown()):
        assert isinstance(as_unavailable(error), DependencyUnavailable)
    bug = OperationalError("SELEKT 1", {}, Exception("syntax"))
    assert as_unavailable(bug) is None
    assert as_unavailable(ValueError()) is None


def test_wait_ends_when_redis_answers_or_patience_does(tmp_path: Path) -> None:
    wait_for_redis(make_infra(tmp_path).redis, 0)
    with pytest.raises(DependencyUnavailable):
        wait_for_redis(Redis(unix_socket_path=str(tmp_path / "none.sock")), 0)
