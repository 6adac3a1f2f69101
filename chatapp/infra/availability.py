"""When Redis or the database is away: one sentence for people instead of a driver's exception.

Used around whatever cannot do without Redis, and by the web's error handler for the rest.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from chatapp.domain.errors import DependencyUnavailable
from chatapp.infra.db import DISK_FULL

RETRY_AFTER_S = 2.0
_PAUSE_S = 0.1


@contextmanager
def redis_needed() -> Iterator[None]:
    """A block that cannot be done without Redis.

    Raises:
        DependencyUnavailable: Redis did not answer, or answered with an error.
    """
    try:
        yield
    except RedisError as error:
        raise _redis_away(error) from error


def wait_for_redis(redis: Redis, patience_s: float) -> None:
    """Return when Redis answers; processes of a Procfile start in any order.

    Raises:
        DependencyUnavailable: it did not within `patience_s`.
    """
    give_up = time.monotonic() + patience_s
    while True:
        try:
            redis.ping()
        except RedisError as error:
            if time.monotonic() > give_up:
                raise _redis_away(error) from error
            time.sleep(_PAUSE_S)
        else:
            return


def as_unavailable(error: Exception) -> DependencyUnavailable | None:
    """What `error` means for the caller when Redis or the database is behind it, else None."""
    if isinstance(error, RedisError):
        return _redis_away(error)
    if isinstance(error, PoolTimeout) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    ):
        return DependencyUnavailable(
            "The database cannot be reached or is overloaded. Try again in a moment.",
            retry_after_s=RETRY_AFTER_S,
        )
    return None


def _redis_away(error: RedisError) -> DependencyUnavailable:
    if "No space left" in str(error):
        return DependencyUnavailable(DISK_FULL, retry_after_s=60)
    return DependencyUnavailable(
        "Redis cannot be reached, so nothing new can start; reading still works."
        " Try again in a moment.",
        retry_after_s=RETRY_AFTER_S,
    )
