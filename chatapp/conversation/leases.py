"""The lock of one conversation: whose turn runs, as Redis knows it.

Key, time and what its absence means stand here once. A lock that is gone means that its turn has no
owner any more, because a live owner renews it; only a Redis that has just been started may have
lost locks of living owners, who then take them back.
"""

from collections.abc import Sequence
from typing import Final, cast

from chatapp.domain.identity import Owner
from chatapp.infra import locks
from chatapp.infra.handle import Infra
from chatapp.infra.locks import TokenLock

LEASE_S: Final = 15.0
RENEW_S: Final = 5.0
TAKE_BACK_S: Final = 15.0
"""How long after Redis was started a missing lock proves nothing."""


def lock_key(owner: Owner, conversation_id: str) -> str:
    """The lock's name; it holds the whole scope."""
    return f"convlock:{owner}:{conversation_id}"


def acquire(infra: Infra, owner: Owner, conversation_id: str) -> TokenLock | None:
    """Take the conversation, or None while another turn has it."""
    return locks.acquire(infra.redis, lock_key(owner, conversation_id), ttl_s=LEASE_S)


def is_held(infra: Infra, owner: Owner, conversation_id: str) -> bool:
    """Whether a turn of the conversation has an owner, or may have."""
    return bool(infra.redis.exists(lock_key(owner, conversation_id))) or may_be_lost(infra)


def may_be_lost(infra: Infra) -> bool:
    """Whether Redis was started so recently that locks may be missing that have an owner."""
    server = cast("dict[str, int]", infra.redis.info("server"))
    return server["uptime_in_seconds"] < TAKE_BACK_S


def keep(infra: Infra, held: Sequence[TokenLock]) -> list[bool]:
    """Renew locks, or take them back when Redis lost them and nobody has them; False: lost."""
    return locks.keep(infra.redis, held, ttl_s=LEASE_S)
