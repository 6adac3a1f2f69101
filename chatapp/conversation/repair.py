"""Mends a turn whose owner is gone: process killed, machine lost, lock expired.

Done on sight, by whoever asks for the turn, and by the sweep. What the journal in Redis still has
is kept as the partial answer. Two menders cannot both win: `terminal` decides.
"""

import logging
from typing import Final

from redis import RedisError

from chatapp.conversation import leases, mirror, stored, terminal
from chatapp.conversation.endings import INTERRUPTED
from chatapp.conversation.record import TurnRecord, fold
from chatapp.conversation.stored import StoredTurn
from chatapp.conversation.terminal import TurnEnd
from chatapp.domain.errors import IllegalTransition
from chatapp.domain.turns import MessageState
from chatapp.infra.handle import Infra

log: Final = logging.getLogger(__name__)


def settle(infra: Infra, turn: StoredTurn) -> StoredTurn:
    """The turn as it is, or as it is after mending when nobody runs it any more.

    Raises:
        RedisError: whether it has an owner cannot be known now.
    """
    if turn.state is not MessageState.STREAMING or has_owner(infra, turn):
        return turn
    return mark_stale(infra, turn)


def has_owner(infra: Infra, turn: StoredTurn) -> bool:
    """Whether a live process answers for the turn.

    Raises:
        RedisError: it cannot be known now.
    """
    return leases.is_held(infra, turn.owner, turn.ref.conversation_id)


def mark_stale(infra: Infra, turn: StoredTurn) -> StoredTurn:
    """End a turn that has no owner; the caller has made sure of that."""
    ref = turn.ref
    end = TurnEnd(ref.conversation_id, ref.turn_id, INTERRUPTED, _recovered(infra, ref.turn_id))
    try:
        terminal.write(infra, end)
        log.warning("turn %s had no owner and was marked stale", ref.turn_id)
    except IllegalTransition:
        log.info("turn %s ended while it was being mended", ref.turn_id)
    return stored.load(infra, ref.turn_id)


def _recovered(infra: Infra, turn_id: str) -> TurnRecord:
    try:
        return fold(mirror.recorded(infra.redis, turn_id))
    except (RedisError, ValueError, KeyError, TypeError):
        log.warning("nothing could be recovered of turn %s", turn_id, exc_info=True)
        return TurnRecord()
