"""The journal of a turn: what happened, for any number of readers in any worker.

First response, reload, second tab, repeated request and `Last-Event-ID` are all readers here. A
reader is served from this process when the turn runs here, else through Redis, else from the row;
it does not notice which. It does not decide who may read: `chatapp.access` has done that.
"""

from collections.abc import Iterator
from typing import Final

from redis import RedisError

from chatapp.conversation import mirror, repair, replay, stored
from chatapp.conversation.entries import REPLAY_BASE, Heartbeat, JournalEntry
from chatapp.conversation.followed import Followed
from chatapp.conversation.record import TurnRecord, fold
from chatapp.conversation.stored import StoredTurn
from chatapp.conversation.turn_log import LogReader, TurnLog
from chatapp.conversation.worker import Worker, worker
from chatapp.domain.events import TurnEvent
from chatapp.domain.turns import is_terminal_state
from chatapp.infra.handle import Infra

CATCH_UP_S: Final = 2.0
"""How long a reader that is ahead of a followed log waits before it gets a snapshot."""


def follow(
    infra: Infra, turn_id: str, *, after: int | None = None
) -> Iterator[JournalEntry | Heartbeat]:
    """What came after event `after`, then what comes, to the terminal event; close it to leave.

    Args:
        infra: The infrastructure.
        turn_id: The id of the turn's assistant message.
        after: The last event that the reader has; None for a new reader. A number that was never
            given out makes the first entry a snapshot.

    Raises:
        NotFound: there is no such turn.
    """
    turns = worker(infra)
    log = turns.find(turn_id)
    turn = None if log else _settled(infra, turn_id)
    if turn and is_terminal_state(turn.state):
        yield from _ended(infra, turn, after)
        return
    if turn:
        log = turns.find(turn_id) or _followed(infra, turns, turn)
    if log:
        yield from _read(infra, log, after, is_own=turns.is_own(turn_id))


def so_far(infra: Infra, turn_id: str) -> tuple[int, TurnRecord]:
    """The number of the last event and what the turn has come to, for a page that is loaded now.

    It is (0, empty) when the journal cannot be reached; the reader then gets all of it.
    """
    log = worker(infra).find(turn_id)
    if log:
        return log.last_seq, fold(log.events())
    try:
        log = _recorded(infra, turn_id)
    except RedisError:
        return 0, TurnRecord()
    return log.last_seq, fold(log.events())


def _settled(infra: Infra, turn_id: str) -> StoredTurn:
    turn = stored.load(infra, turn_id)
    try:
        return repair.settle(infra, turn)
    except RedisError:
        return turn


def _followed(infra: Infra, turns: Worker, turn: StoredTurn) -> TurnLog:
    log = TurnLog(turn.ref.turn_id)
    turns.follow(Followed(turn, log, checked_at_s=infra.clock.monotonic_s()))
    return log


def _ended(infra: Infra, turn: StoredTurn, after: int | None) -> Iterator[JournalEntry]:
    """The end of a turn that a live reader missed, or the whole turn from its row."""
    if after is not None and 0 <= after < REPLAY_BASE:
        missed = _missed(infra, turn.ref.turn_id, after)
        if missed:
            yield from missed
            return
    yield from replay.entries(turn, after)


def _missed(infra: Infra, turn_id: str, after: int) -> list[JournalEntry]:
    """What Redis still has after `after`, to the terminal event; nothing if that is not whole."""
    try:
        log = _recorded(infra, turn_id)
    except RedisError:
        return []
    if not log.is_closed or after > log.last_seq:
        return []
    return LogReader(log, min(after, log.last_seq - 1)).take()


def _recorded(infra: Infra, turn_id: str) -> TurnLog:
    log = TurnLog(turn_id)
    events: Iterator[TurnEvent] = mirror.recorded(infra.redis, turn_id)
    for event in events:
        log.append(event)
    return log


def _read(
    infra: Infra, log: TurnLog, after: int | None, *, is_own: bool
) -> Iterator[JournalEntry | Heartbeat]:
    reader = LogReader(log, after)
    now_s = infra.clock.monotonic_s()
    patient_until_s = now_s if is_own else now_s + CATCH_UP_S
    quiet_since_s = now_s
    try:
        while True:
            reader.woken.clear()
            now_s = infra.clock.monotonic_s()
            entries = reader.take(may_wait=now_s < patient_until_s and not log.is_closed)
            yield from entries
            if entries:
                quiet_since_s = now_s
            elif log.is_closed:
                return
            elif now_s - quiet_since_s >= infra.settings.heartbeat_s:
                quiet_since_s = now_s
                yield Heartbeat()
            else:
                reader.wake_at_s = quiet_since_s + infra.settings.heartbeat_s
                if reader.is_ahead:
                    reader.wake_at_s = min(reader.wake_at_s, patient_until_s)
                reader.woken.wait()
    finally:
        reader.close()
