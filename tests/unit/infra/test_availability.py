import pytest
from redis.exceptions import ConnectionError as RedisDown
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from chatapp.domain.errors import DependencyUnavailable
from chatapp.infra.availability import as_unavailable, redis_needed


def test_block_without_redis_ends_in_one_sentence_for_people() -> None:
    with (
        pytest.raises(DependencyUnavailable, match="Redis cannot be reached") as told,
        redis_needed(),
    ):
        raise RedisDown("Error 111 connecting to 10.0.0.1")
    assert "10.0.0.1" not in str(told.value)
    assert told.value.retry_after_s


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (RedisDown(), "Redis"),
        (PoolTimeout(), "database"),
        (OperationalError("", {}, Exception(), connection_invalidated=True), "database"),
    ],
)
def test_driver_error_is_translated(error: Exception, word: str) -> None:
    translated = as_unavailable(error)
    assert translated is not None
    assert word in str(translated)


@pytest.mark.parametrize("error", [ValueError(), OperationalError("", {}, Exception())])
def test_error_that_is_ours_stays(error: Exception) -> None:
    assert as_unavailable(error) is None
