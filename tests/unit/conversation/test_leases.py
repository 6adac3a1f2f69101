"""The lock of a conversation."""

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
