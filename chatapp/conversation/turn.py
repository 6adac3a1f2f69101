"""Runs one turn in a greenlet of its own, from the first event to the terminal one.

The agent's events are drawn by an inner greenlet, so that stop, deadline and a lost reader can end
it wherever it waits, while the outer one is never interrupted and always writes the end
(`chatapp.conversation.finish`).
"""

import logging
from collections.abc import Callable
from contextlib import closing
from typing import Final

import gevent
from gevent import Greenlet
from redis import RedisError

from chatapp.conversation import live, repair, stored
from chatapp.conversation.cleaning import clean
from chatapp.conversation.endings import (
    BROKEN,
    COMPLETED,
    SHUT_DOWN,
    STOPPED,
    Ending,
    from_error,
)
from chatapp.conversation.finish import CLEANUP_S, finish
from chatapp.conversation.link import STOP_TTL_S, stop_key
from chatapp.conversation.live import LiveTurn
from chatapp.conversation.prepare import PreparedTurn
from chatapp.conversation.running import NO_HOOKS, AgentRun, Hooks, Runner, run_agent
from chatapp.conversation.worker import worker
from chatapp.domain.ask import AskRequest
from chatapp.domain.errors import ChatappError, DependencyUnavailable
from chatapp.domain.events import TurnStarted
from chatapp.domain.identity import Owner
from chatapp.domain.turns import is_terminal_state
from chatapp.infra.handle import Infra

log: Final = logging.getLogger(__name__)

SLICE_S: Final = 0.005
"""Longest work without letting other greenlets run: gevent does not switch while data is there."""


def start(
    infra: Infra,
    owner: Owner,
    ask: AskRequest,
    prepared: PreparedTurn,
    *,
    hooks: Hooks = NO_HOOKS,
    runner: Runner = run_agent,
) -> None:
    """Run a prepared turn in the background; a replayed or attached one needs nothing.

    Its events are read by `chatapp.conversation.journal.follow`.
    """
    if prepared.lock is None:
        return
    turn = live.make(infra, owner, ask, prepared, prepared.lock)
    turn.log.append(_started(prepared))
    worker(infra).add(turn)
    gevent.spawn(_run, infra, turn, lambda: runner(infra, owner, ask, prepared.history), hooks)


def stop(infra: Infra, owner: Owner, turn_id: str) -> None:
    """Stop the owner's turn, wherever it runs; one that has ended stays as it is.

    Raises:
        NotFound: there is no such turn, or it is another owner's.
        DependencyUnavailable: it runs elsewhere and Redis cannot carry the message.
    """
    turn = stored.load(infra, turn_id, owner)
    if is_terminal_state(turn.state):
        return
    running = worker(infra).link.live.get(turn_id)
    if running:
        running.end(STOPPED)
        return
    try:
        infra.redis.set(stop_key(turn_id), 1, ex=STOP_TTL_S)
        repair.settle(infra, turn)
    except RedisError as error:
        raise DependencyUnavailable(
            "The turn runs in another process and Redis does not answer. Try again in a moment.",
            retry_after_s=5,
        ) from error


def drain(infra: Infra, *, patience_s: float = CLEANUP_S) -> None:
    """End every turn of this process, for a restart; readers get an error they can retry."""
    turns = worker(infra)
    for running in list(turns.link.live.values()):
        running.end(SHUT_DOWN)
    with gevent.Timeout(patience_s, exception=False):
        while turns.link.live:
            gevent.sleep(SLICE_S)
    turns.link.step()


def _run(infra: Infra, turn: LiveTurn, draw: Callable[[], AgentRun], hooks: Hooks) -> None:
    producer = gevent.spawn(_produce, infra, turn, draw)
    turn.woken.wait()
    producer.kill(timeout=CLEANUP_S)
    finish(infra, turn, _ending(turn, producer), hooks)


def _produce(infra: Infra, turn: LiveTurn, draw: Callable[[], AgentRun]) -> Exception | None:
    """Draw the agent's events into the log; the error that ended them, or None."""
    try:
        run = draw()
        turn.provider, turn.model = run.provider, run.model
        with closing(run.events) as events:
            yielded_s = infra.clock.monotonic_s()
            for event in events:
                turn.log.append(clean(event))
                if infra.clock.monotonic_s() - yielded_s > SLICE_S:
                    gevent.sleep(0)
                    yielded_s = infra.clock.monotonic_s()
    except Exception as error:  # noqa: BLE001 - whatever it was, the turn ends and says so
        return error
    finally:
        turn.woken.set()
    return None


def _ending(turn: LiveTurn, producer: "Greenlet[..., Exception | None]") -> Ending:
    error = producer.value
    if producer.successful() and error is None:
        return COMPLETED
    if turn.ending is not None:
        return turn.ending
    if isinstance(error, ChatappError):
        log.info("turn %s failed: %s", turn.ref.turn_id, error.code)
        return from_error(error)
    log.error("turn %s broke", turn.ref.turn_id, exc_info=error)
    return BROKEN


def _started(prepared: PreparedTurn) -> TurnStarted:
    ref = prepared.ref
    return TurnStarted(
        ref.conversation_id, ref.request_id, ref.user_message_id, ref.assistant_message_id
    )
