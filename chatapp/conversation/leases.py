"""The lock of one conversation: whose turn runs, as Redis knows it.

Key, time and what its absence means stand here once. A lock that is gone means that its turn has no
owner any more, because a live owner renews it.
"""

from collections.abc import Sequence
from typing import Final

from chatapp.domain.identity import Owner
from chatapp.infra import locks
from chatapp.infra.handle import Infra
from chatapp.infra.locks import TokenLock

LEASE_S: Final = 15.0
RENEW_S: Final = 5.0


def lock_key(owner: Owner, conversation_id: str) -> str:
    """The lock's name; it holds the whole scope."""
    return f"convlock:{owner}:{conversation_id}"


def acquire(infra: Infra, owner: Owner, conversation_id: str) -> TokenLock | None:
    """Take the conversation, or None while another turn has it."""
    return locks.acquire(infra.redis, lock_key(owner, conversation_id), ttl_s=LEASE_S)


def is_held(infra: Infra, owner: Owner, conversation_id: str) -> bool:
    """Whether any turn of the conversation has an owner."""
    return bool(infra.redis.exists(lock_key(owner, conversation_id)))


def keep(infra: Infra, held: Sequence[TokenLock]) -> list[bool]:
    """Renew locks, or take them back when Redis lost them and nobody has them; False: lost."""
    return locks.keep(infra.redis, held, ttl_s=LEASE_S)
