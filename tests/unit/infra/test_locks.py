from pathlib import Path

import pytest
from redis import Redis

from chatapp.infra.locks import TokenLock, acquire, keep, release, renew
from tests.fakes import make_infra


@pytest.fixture
def redis(tmp_path: Path) -> Redis:
    return make_infra(tmp_path).redis


def test_held_lock_is_not_given_twice(redis: Redis) -> None:
    lock = acquire(redis, "k", ttl_s=5)
    assert lock is not None
    assert acquire(redis, "k", ttl_s=5) is None
    assert release(redis, lock)
    assert acquire(redis, "k", ttl_s=5) is not None


def test_only_the_owner_may_renew_or_release(redis: Redis) -> None:
    acquire(redis, "k", ttl_s=5)
    stranger = TokenLock("k", "another token", 5)
    assert not renew(redis, stranger)
    assert not release(redis, stranger)
    assert acquire(redis, "k", ttl_s=5) is None


def test_renewing_gives_the_full_time_again(redis: Redis) -> None:
    lock = acquire(redis, "k", ttl_s=60)
    assert lock is not None
    redis.pexpire("k", 1000)
    assert renew(redis, lock)
    assert redis.pttl("k") > 50_000


def test_expired_lock_is_no_longer_ours(redis: Redis) -> None:
    lock = acquire(redis, "k", ttl_s=60)
    assert lock is not None
    redis.delete("k")
    assert not renew(redis, lock)
    assert not release(redis, lock)


def test_many_locks_are_kept_at_once_and_lost_ones_taken_back(redis: Redis) -> None:
    held = [acquire(redis, name, ttl_s=5) for name in ("a", "b", "c")]
    locks = [lock for lock in held if lock]
    redis.delete("b")
    redis.set("c", "another token")
    assert keep(redis, locks, ttl_s=60) == [True, True, False]
    assert redis.pttl("a") > 50_000
    assert redis.get("b") == locks[1].token.encode()
    assert redis.get("c") == b"another token"
    assert keep(redis, [], ttl_s=60) == []
