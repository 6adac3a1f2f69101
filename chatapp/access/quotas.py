"""How much a caller may use now: questions a minute and at once, tokens by minute, day and month.

One Lua script on the Redis clock checks every limit before it charges any, so a refused request
costs nothing. A running question holds a lease in a sorted set scored by its expiry: each lapses by
itself when its process dies, and steady traffic does not prolong another's (cases R01, R04, R05).
"""

from dataclasses import dataclass
from typing import Final

from chatapp.domain.errors import LimitExceeded
from chatapp.domain.ids import new_id
from chatapp.infra.availability import redis_needed
from chatapp.infra.handle import Infra

LEASE_S: Final = 60
"""A lease is renewed at a third of this; a killed worker's slots come back within it."""

_MINUTE_MS: Final = 60_000
_DAY_MS: Final = 86_400_000
_MONTH_MS: Final = 32 * _DAY_MS

_ADMIT: Final = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local rpm, concurrency = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - 60000)
if concurrency > 0 and redis.call('ZCARD', KEYS[1]) >= concurrency then return {1, 1000} end
if rpm > 0 and redis.call('ZCARD', KEYS[2]) >= rpm then
  local oldest = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
  return {2, oldest[2] + 60000 - now}
end
for index = 3, 5 do
  local limit = tonumber(ARGV[index])
  if limit > 0 and tonumber(redis.call('GET', KEYS[index]) or '0') >= limit then
    return {index, redis.call('PTTL', KEYS[index])}
  end
end
redis.call('ZADD', KEYS[1], now + ARGV[7], ARGV[6])
redis.call('PEXPIRE', KEYS[1], ARGV[7])
redis.call('ZADD', KEYS[2], now, ARGV[6])
redis.call('PEXPIRE', KEYS[2], 60000)
return {0, 0}
"""
_RENEW: Final = """
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], 'XX', now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
"""
_SPEND: Final = """
for index = 1, 3 do
  redis.call('INCRBY', KEYS[index], ARGV[1])
  if redis.call('PTTL', KEYS[index]) < 0 then
    redis.call('PEXPIRE', KEYS[index], ARGV[index + 1])
  end
end
"""
_NAMES: Final = (
    "",
    "questions at the same time",
    "questions per minute",
    "tokens per minute",
    "tokens per day",
    "tokens per month",
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one caller may use; 0 means no limit."""

    requests_per_minute: int = 60
    concurrency: int = 5
    tokens_per_minute: int = 0
    tokens_per_day: int = 0
    tokens_per_month: int = 0


@dataclass(frozen=True, slots=True)
class Lease:
    """One of the caller's slots, held while a question runs."""

    caller: str
    lease_id: str


def admit(infra: Infra, caller: str, limits: Limits) -> Lease:
    """Take a slot and count the request, or neither.

    Args:
        infra: The handle.
        caller: Whom the limits belong to: an owner as text.
        limits: All that must hold.

    Raises:
        LimitExceeded: which limit, and when to come back.
        DependencyUnavailable: Redis is down; without it nothing can be admitted.
    """
    lease = Lease(caller, new_id())
    keys = [_leases(caller), _requests(caller), *_token_keys(infra, caller)]
    values = [
        limits.requests_per_minute,
        limits.concurrency,
        limits.tokens_per_minute,
        limits.tokens_per_day,
        limits.tokens_per_month,
    ]
    with redis_needed():
        which, wait_ms = infra.redis.eval(
            _ADMIT, len(keys), *keys, *values, lease.lease_id, LEASE_S * 1000
        )
    if which:
        limit = values[1] if which == 1 else values[0] if which == 2 else values[which - 1]
        raise LimitExceeded(
            f"The limit of {limit} {_NAMES[which]} is used up.",
            retry_after_s=max(1.0, wait_ms / 1000),
        )
    return lease


def renew(infra: Infra, lease: Lease) -> bool:
    """Hold the slot for its full time again; False when it had lapsed."""
    with redis_needed():
        is_held = infra.redis.eval(_RENEW, 1, _leases(lease.caller), lease.lease_id, LEASE_S * 1000)
    return bool(is_held)


def release(infra: Infra, lease: Lease) -> None:
    """Give the slot back; doing it twice is harmless."""
    with redis_needed():
        infra.redis.zrem(_leases(lease.caller), lease.lease_id)


def spend(infra: Infra, caller: str, tokens: int) -> None:
    """Charge the tokens of a question that has ended."""
    keys = _token_keys(infra, caller)
    infra.redis.eval(_SPEND, len(keys), *keys, tokens, _MINUTE_MS, _DAY_MS, _MONTH_MS)


def running(infra: Infra, caller: str) -> int:
    """How many slots are held, lapsed ones included until the next request."""
    return int(infra.redis.zcard(_leases(caller)))


def _token_keys(infra: Infra, caller: str) -> list[str]:
    """The month is the calendar's; minute and day begin with the first token."""
    month = infra.clock.now().strftime("%Y-%m")
    return [_key(caller, name) for name in ("minute", "day", month)]


def _leases(caller: str) -> str:
    return _key(caller, "leases")


def _requests(caller: str) -> str:
    return _key(caller, "requests")


def _key(caller: str, name: str) -> str:
    return f"chatapp:quota:{{{caller}}}:{name}"
