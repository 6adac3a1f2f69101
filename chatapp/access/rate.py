"""Counting attempts in a window of time: sign-ins and public questions, by name or address.

Not the limits of API keys, which are `chatapp.access.quotas`.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

from chatapp.domain.errors import LimitExceeded
from chatapp.infra.availability import redis_needed
from chatapp.infra.handle import Infra

_COUNT: Final = """
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}
"""


@dataclass(frozen=True, slots=True)
class Window:
    """At most `limit` attempts in `seconds`; `name` is what the refusal calls it."""

    name: str
    limit: int
    seconds: int


def count(infra: Infra, window: Window, who: str) -> None:
    """Count one attempt of `who`.

    Raises:
        LimitExceeded: there were too many; it says when to come back.
        DependencyUnavailable: Redis is down, and without it nothing can be counted.
    """
    key = f"chatapp:rate:{window.name}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"
    with redis_needed():
        attempts, left_ms = infra.redis.eval(_COUNT, 1, key, window.seconds * 1000)
    if attempts > window.limit:
        raise LimitExceeded(
            f"Too many {window.name}: at most {window.limit} in {window.seconds} s.",
            retry_after_s=max(1.0, left_ms / 1000),
        )
