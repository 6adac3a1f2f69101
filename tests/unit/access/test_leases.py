import dataclasses

from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from chatapp.access import quotas
from chatapp.access.leases import HeldLeases, held
from chatapp.access.quotas import LEASE_S, Limits
from chatapp.infra.handle import Infra

OPEN = Limits(requests_per_minute=0, concurrency=0)
KEY = "chatapp:quota:{k}:leases"


def test_a_held_slot_gets_its_full_time_again(infra: Infra) -> None:
    lease = quotas.admit(infra, "k", OPEN)
    leases = HeldLeases(infra)
    leases.add(lease)
    infra.redis.zincrby(KEY, -30_000, lease.lease_id)
    before = infra.redis.zscore(KEY, lease.lease_id)
    leases.renew_all()
    after = infra.redis.zscore(KEY, lease.lease_id)
    assert isinstance(before, float)
    assert isinstance(after, float)
    assert after - before >= 30_000
    assert after - before < 30_000 + LEASE_S * 1000
    leases.drop(lease)


def test_a_dropped_slot_is_free_and_stays_so(infra: Infra) -> None:
    lease = quotas.admit(infra, "k", OPEN)
    held(infra).add(lease)
    held(infra).drop(lease)
    held(infra).renew_all()
    assert quotas.running(infra, "k") == 0


def test_renewing_survives_a_redis_that_is_away(infra: Infra) -> None:
    lease = quotas.admit(infra, "k", OPEN)
    nowhere = Redis(host="127.0.0.1", port=1, retry=Retry(NoBackoff(), 0))
    leases = HeldLeases(dataclasses.replace(infra, redis=nowhere))
    leases.add(lease)
    leases.renew_all()
    assert quotas.renew(infra, lease)
