from pathlib import Path

import gevent
import pytest
from redis import RedisError

from chatapp.infra.redis_pool import CONNECTIONS, connect
from tests.fakes import make_infra


def test_more_greenlets_than_connections_wait_for_their_turn(tmp_path: Path) -> None:
    """A burst of 1,000 questions was refused with "Too many connections"."""
    with connect(make_infra(tmp_path).settings.redis_url) as redis:
        pool = redis.connection_pool
        held = [pool.get_connection() for _ in range(CONNECTIONS - 1)]
        asked = [gevent.spawn(redis.incr, "n") for _ in range(100)]
        gevent.joinall(asked, raise_error=True)
        assert redis.get("n") == b"100"
        for connection in held:
            pool.release(connection)


def test_a_redis_that_is_not_there_is_an_error_at_once(tmp_path: Path) -> None:
    with connect(f"unix://{tmp_path}/none.sock") as redis, pytest.raises(RedisError):
        redis.get("n")
