"""Finds turns that a crash left streaming and mends them. Called by the housekeeping job."""

import logging
from datetime import timedelta
from typing import Final

from redis import RedisError
from sqlalchemy import select

from chatapp.conversation import repair, stored
from chatapp.conversation.leases import LEASE_S
from chatapp.conversation.models import MessageRow
from chatapp.domain.turns import MessageState
from chatapp.infra.handle import Infra

log: Final = logging.getLogger(__name__)

BATCH: Final = 500


def sweep(infra: Infra) -> int:
    """Mark every turn `stale` that has no owner; how many there were.

    Turns younger than a lock's time are left alone. With Redis down nothing can be known, so
    nothing is done.
    """
    mended = 0
    for turn_id in _streaming(infra):
        try:
            turn = repair.settle(infra, stored.load(infra, turn_id))
        except RedisError:
            log.warning("Redis does not answer; the sweep will look again later")
            return mended
        mended += turn.state is MessageState.STALE
    return mended


def _streaming(infra: Infra) -> list[str]:
    before = infra.clock.now() - timedelta(seconds=LEASE_S)
    with infra.database.reading() as session:
        found = session.scalars(
            select(MessageRow.id)
            .where(MessageRow.state == MessageState.STREAMING, MessageRow.created_at < before)
            .order_by(MessageRow.created_at)
            .limit(BATCH)
        )
        return list(found)
