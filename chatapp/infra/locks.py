"""A lock in Redis with an owner: a random token, renewed while held, released only by it.

Source: the Redis documentation's pattern for a single-instance lock (SET NX PX + compare in Lua).
"""

import secrets
from dataclasses import dataclass
from typing import Final

from redis import Redis

_RELEASE: Final = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""
_RENEW: Final = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
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
