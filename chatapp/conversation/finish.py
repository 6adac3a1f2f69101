"""The end of a turn, in its fixed order: state durable, cache fresh, lock free, terminal event.

The terminal event says `Completed` only when the database has the final state. It comes after three
seconds at most and depends on no request. The lock is freed before the event, so that
whoever sees the end can ask the next question at once.
"""

import logging
from collections.abc import Callable
from typing import Final

import gevent
from gevent import Timeout
from sqlalchemy.exc import SQLAlchemyError

from chatapp.conversation import history, replay, stored, terminal
from chatapp.conversation.endings import COMPLETED, NOT_SAVED, Ending
from chatapp.conversation.live import LiveTurn
from chatapp.conversation.record import TurnRecord, fold
from chatapp.conversation.running import Hooks, TurnOutcome
from chatapp.conversation.terminal import TurnEnd
from chatapp.conversation.worker import worker
from chatapp.domain.errors import ChatappError, IllegalTransition
from chatapp.domain.messages import Message
from chatapp.infra import locks
from chatapp.infra.handle import Infra

log: Final = logging.getLogger(__name__)

SAVE_S: Final = 2.0
TIDY_S: Final = 1.0
CLEANUP_S: Final = SAVE_S + TIDY_S


def finish(infra: Infra, turn: LiveTurn, ending: Ending, hooks: Hooks) -> None:
    """End the turn; whatever breaks, the journal gets exactly one terminal event."""
    record = fold(turn.log.events())
    saved = NOT_SAVED if ending is COMPLETED else ending
    with Timeout(SAVE_S, exception=False):
        saved = _save(infra, turn, ending, record)
    told = (*turn.history, history.told_answer(record.parts, saved.state))
    # Waited for, but not cut off: a slot that is freed late is better than one that never is.
    gevent.spawn(_tidy, infra, turn, told if saved is ending else (), hooks).join(TIDY_S)
    turn.log.append(saved.event(turn.ref.conversation_id, turn.ref.turn_id))
    worker(infra).remove(turn)
    outcome = _outcome(infra, turn, saved, record)
    _quietly(lambda: hooks.settled(outcome))


def _save(infra: Infra, turn: LiveTurn, ending: Ending, record: TurnRecord) -> Ending:
    """Write the end; what the readers are to be told."""
    ref = turn.ref
    end = TurnEnd(ref.conversation_id, ref.turn_id, ending, record, turn.provider, turn.model)
    try:
        terminal.write(infra, end)
    except IllegalTransition:
        log.warning("turn %s had been ended by somebody else", ref.turn_id)
        kept = stored.load(infra, ref.turn_id)
        turn.log.replace(replay.entries(kept, after=0))  # readers are to see what is stored
        return replay.ending(kept)
    except (ChatappError, SQLAlchemyError):
        log.exception("the end of turn %s could not be saved", ref.turn_id)
        return NOT_SAVED if ending is COMPLETED else ending
    return ending


def _tidy(infra: Infra, turn: LiveTurn, told: tuple[Message, ...], hooks: Hooks) -> None:
    """Cache the new history, if there is one, and free what the turn held."""
    ref, version = turn.ref, turn.version + 1
    if told:
        _quietly(lambda: history.refresh(infra, turn.owner, ref.conversation_id, version, told))
    _quietly(lambda: locks.release(infra.redis, turn.lock))
    _quietly(hooks.released)


def _quietly(step: Callable[[], object]) -> None:
    """Take one step of the cleanup; its failure must not keep the next from being taken."""
    try:
        step()
    except Exception:
        log.exception("a step of a turn's cleanup failed")


def _outcome(infra: Infra, turn: LiveTurn, ending: Ending, record: TurnRecord) -> TurnOutcome:
    return TurnOutcome(
        ref=turn.ref,
        state=ending.state,
        provider=turn.provider,
        model=turn.model,
        input_tokens=record.input_tokens,
        output_tokens=record.output_tokens,
        is_estimate=record.is_estimate,
        duration_s=infra.clock.monotonic_s() - turn.started_s,
        error_code=ending.code,
    )
