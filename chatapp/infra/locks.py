"""A lock in Redis with an owner: a random token, renewed while held, released only by it.

Source: the Redis documentation's pattern for a single-instance lock (SET NX PX + compare in Lua).
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from redis import Redis

_RELEASE: Final = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""
_RENEW: Final = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
"""
_KEEP: Final = """
local kept = {}
for i, key in ipairs(KEYS) do
  local holder = redis.call('GET', key)
  kept[i] = 0
  if not holder or holder == ARGV[i + 1] then
    redis.call('SET', key, ARGV[i + 1], 'PX', ARGV[1])
    kept[i] = 1
  end
end
return kept
"""


@dataclass(frozen=True, slots=True)
class TokenLock:
    """A held lock. Whoever has the token may renew or release it, nobody else."""

    key: str
    token: str
    ttl_s: float


def acquire(redis: "Redis", key: str, *, ttl_s: float) -> TokenLock | None:
    """Take the lock now, or None when somebody holds it; there is no queue."""
    token = secrets.token_hex(16)
    taken = redis.set(key, token, nx=True, px=int(ttl_s * 1000))
    return TokenLock(key, token, ttl_s) if taken else None


def renew(redis: "Redis", lock: TokenLock) -> bool:
    """Give the lock its full time again; False when it is no longer ours."""
    return bool(redis.eval(_RENEW, 1, lock.key, lock.token, int(lock.ttl_s * 1000)))


def release(redis: "Redis", lock: TokenLock) -> bool:
    """Let go; False when it was no longer ours, and then nothing happened."""
    return bool(redis.eval(_RELEASE, 1, lock.key, lock.token))


def keep(redis: "Redis", locks: Sequence[TokenLock], *, ttl_s: float) -> list[bool]:
    """Renew many locks at once, taking back those that Redis lost; False: somebody else has it."""
    if not locks:
        return []
    keys = [lock.key for lock in locks]
    tokens = [lock.token for lock in locks]
    kept = cast("list[int]", redis.eval(_KEEP, len(keys), *keys, int(ttl_s * 1000), *tokens))
    return [bool(one) for one in kept]
