"""The limits, on the clock of a real Valkey: leases are made to lapse by moving their scores."""

from dataclasses import replace

import gevent
import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from chatapp.access import quotas
from chatapp.access.quotas import Lease, Limits
from chatapp.domain.errors import DependencyUnavailable, LimitExceeded
from chatapp.infra.handle import Infra

MANY = 100
OPEN = Limits(requests_per_minute=0, concurrency=0)


def _lapse(infra: Infra, lease: Lease) -> None:
    """Let the lease's time be over."""
    infra.redis.zadd(f"chatapp:quota:{{{lease.caller}}}:leases", {lease.lease_id: 1})


def _refused(infra: Infra, limits: Limits, caller: str = "k") -> LimitExceeded:
    with pytest.raises(LimitExceeded) as refused:
        quotas.admit(infra, caller, limits)
    assert refused.value.retry_after_s
    return refused.value


@pytest.mark.requirement("R01")
def test_a_slot_given_back_is_free_without_drift(infra: Infra) -> None:
    limits = Limits(requests_per_minute=0, concurrency=1)
    for _ in range(MANY):
        lease = quotas.admit(infra, "k", limits)
        assert "at the same time" in str(_refused(infra, limits))
        quotas.release(infra, lease)
        quotas.release(infra, lease)
        assert quotas.running(infra, "k") == 0


@pytest.mark.requirement("R04")
def test_of_many_at_once_exactly_the_limit_gets_in(infra: Infra) -> None:
    limits = Limits(requests_per_minute=0, concurrency=2)
    got: list[bool] = []

    def one() -> None:
        try:
            quotas.admit(infra, "k", limits)
            got.append(True)
        except LimitExceeded:
            got.append(False)

    gevent.joinall([gevent.spawn(one) for _ in range(20)])
    assert sorted(got) == [False] * 18 + [True] * 2


@pytest.mark.requirement("R05")
def test_a_leaked_slot_lapses_under_steady_traffic(infra: Infra) -> None:
    limits = Limits(requests_per_minute=0, concurrency=2)
    leaked = quotas.admit(infra, "k", limits)
    for _ in range(MANY):
        quotas.release(infra, quotas.admit(infra, "k", limits))
    _lapse(infra, leaked)
    assert quotas.admit(infra, "k", limits)
    assert quotas.admit(infra, "k", limits)


def test_a_renewed_slot_is_held_and_a_lapsed_one_is_not_renewed(infra: Infra) -> None:
    lease = quotas.admit(infra, "k", OPEN)
    assert quotas.renew(infra, lease)
    quotas.release(infra, lease)
    assert not quotas.renew(infra, lease)
    assert quotas.running(infra, "k") == 0


def test_questions_per_minute_are_counted(infra: Infra) -> None:
    limits = Limits(requests_per_minute=2, concurrency=0)
    quotas.admit(infra, "k", limits)
    quotas.admit(infra, "k", limits)
    refused = _refused(infra, limits)
    assert "2 questions per minute" in str(refused)
    assert refused.retry_after_s is not None
    assert 50 < refused.retry_after_s <= 60
    quotas.admit(infra, "another", limits)


def test_a_refused_request_costs_nothing(infra: Infra) -> None:
    """All limits are checked before any is charged."""
    limits = Limits(requests_per_minute=2, concurrency=1)
    lease = quotas.admit(infra, "k", limits)
    for _ in range(5):
        _refused(infra, limits)
    quotas.release(infra, lease)
    quotas.release(infra, quotas.admit(infra, "k", limits))
    assert "per minute" in str(_refused(infra, limits))
    assert quotas.running(infra, "k") == 0


@pytest.mark.parametrize(
    ("limits", "name"),
    [
        (Limits(0, 0, tokens_per_minute=10), "10 tokens per minute"),
        (Limits(0, 0, tokens_per_day=10), "10 tokens per day"),
        (Limits(0, 0, tokens_per_month=10), "10 tokens per month"),
    ],
)
def test_spent_tokens_close_the_door_until_the_window_ends(
    infra: Infra, limits: Limits, name: str
) -> None:
    quotas.spend(infra, "k", 9)
    quotas.admit(infra, "k", limits)
    quotas.spend(infra, "k", 1)
    assert name in str(_refused(infra, limits))
    quotas.admit(infra, "k", OPEN)


def test_without_redis_nobody_is_let_in(infra: Infra) -> None:
    nowhere = Redis(host="127.0.0.1", port=1, retry=Retry(NoBackoff(), 0))
    with pytest.raises(DependencyUnavailable) as refused:
        quotas.admit(replace(infra, redis=nowhere), "k", OPEN)
    assert refused.value.retry_after_s
