"""The lock of a conversation."""

import pytest

from chatapp.conversation import leases
from chatapp.infra import locks
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE


def test_one_turn_at_a_time_has_a_conversation(infra: Infra) -> None:
    lock = leases.acquire(infra, ALICE, "c")
    assert lock
    assert lock.key == "convlock:acme:alice:c"
    assert leases.acquire(infra, ALICE, "c") is None
    assert leases.acquire(infra, ALICE, "d")
    assert leases.is_held(infra, ALICE, "c")
    assert locks.release(infra.redis, lock)
    assert not leases.is_held(infra, ALICE, "c")


def test_a_lost_lock_is_taken_back_unless_somebody_has_it(infra: Infra) -> None:
    lock = leases.acquire(infra, ALICE, "c")
    assert lock
    infra.redis.delete(lock.key)
    assert leases.keep(infra, [lock]) == [True]
    assert infra.redis.get(lock.key) == lock.token.encode()
    infra.redis.set(lock.key, "other")
    assert leases.keep(infra, [lock]) == [False]
    assert not locks.release(infra.redis, lock)
    assert infra.redis.get(lock.key) == b"other"


def test_a_missing_lock_proves_nothing_when_redis_has_just_been_started(
    infra: Infra, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restarted Redis loses its last second: live turns were taken for dead."""
    assert not leases.is_held(infra, ALICE, "c")
    monkeypatch.setattr(leases, "TAKE_BACK_S", 10**9)
    assert leases.is_held(infra, ALICE, "c")
