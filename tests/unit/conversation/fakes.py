"""A scripted agent, and turns to try it with."""

from collections.abc import Callable, Generator
from typing import Any

import gevent
from gevent.event import Event
from sqlalchemy import select

from chatapp.conversation import journal, turn
from chatapp.conversation.entries import JournalEntry
from chatapp.conversation.models import MessageRow
from chatapp.conversation.prepare import PreparedTurn, prepare_turn
from chatapp.conversation.running import NO_HOOKS, AgentRun, Hooks
from chatapp.conversation.worker import worker
from chatapp.domain.ask import AskRequest, OnDisconnect, Route
from chatapp.domain.events import Step, TurnEvent
from chatapp.domain.identity import Owner
from chatapp.domain.messages import Message
from chatapp.domain.stream import TextDelta
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra

ALICE = Owner("acme", "alice")
BOB = Owner("acme", "bob")
PATIENCE_S = 5.0

Step_ = TurnEvent | Exception | Event | Callable[[], Any]


class ScriptedAgent:
    """Plays its steps: tells events, raises errors, waits for gates; counts how often it ran."""

    def __init__(self, *steps: Step_) -> None:
        self._steps = steps or (TextDelta("Hello"), TextDelta(" there"))
        self.runs = 0
        self.closed = 0
        self.histories: list[tuple[Message, ...]] = []

    def __call__(
        self, infra: Infra, owner: Owner, ask: AskRequest, history: tuple[Message, ...]
    ) -> AgentRun:
        self.runs += 1
        self.histories.append(history)
        return AgentRun("scripted", "script-1", self._events())

    def _events(self) -> Generator[TurnEvent, None, None]:
        try:
            for step in self._steps:
                match step:
                    case Exception():
                        raise step
                    case Event():
                        step.wait()
                    case _ if callable(step):
                        step()
                    case _:
                        yield step
            yield Step("finished", "end_turn")
        finally:
            self.closed += 1


def question(text: str = "What is this?", **fields: Any) -> AskRequest:
    values = {
        "question": text,
        "route": Route.REPO_CHAT,
        "request_id": "r-1",
        "on_disconnect": OnDisconnect.GRACE,
        **fields,
    }
    return AskRequest(**values)


def begin(
    infra: Infra,
    ask: AskRequest,
    agent: ScriptedAgent,
    *,
    owner: Owner = ALICE,
    hooks: Hooks = NO_HOOKS,
) -> PreparedTurn:
    prepared = prepare_turn(infra, owner, ask)
    turn.start(infra, owner, ask, prepared, hooks=hooks, runner=agent)
    return prepared


def read(infra: Infra, turn_id: str, after: int | None = None) -> list[JournalEntry]:
    """Every entry to the end of the turn."""
    with gevent.Timeout(PATIENCE_S):
        return [
            entry
            for entry in journal.follow(infra, turn_id, after=after)
            if isinstance(entry, JournalEntry)
        ]


def answer(
    infra: Infra,
    text: str = "What is this?",
    *,
    agent: ScriptedAgent | None = None,
    owner: Owner = ALICE,
    **fields: Any,
) -> PreparedTurn:
    """Ask and wait for the end."""
    prepared = begin(infra, question(text, **fields), agent or ScriptedAgent(), owner=owner)
    read(infra, prepared.ref.turn_id)
    return prepared


def told(entries: list[JournalEntry]) -> list[TurnEvent]:
    return [entry.event for entry in entries]


def text_of(entries: list[JournalEntry]) -> str:
    """The prose a reader has after these entries; a snapshot replaces what was before it."""
    text = ""
    for entry in entries:
        if entry.is_snapshot:
            text = ""
        if isinstance(entry.event, TextDelta):
            text += entry.event.text
    return text


def rows(infra: Infra, conversation_id: str) -> list[MessageRow]:
    with infra.database.reading() as session:
        return list(
            session.scalars(
                select(MessageRow)
                .where(MessageRow.conversation_id == conversation_id)
                .order_by(MessageRow.seq)
            )
        )


def wait_for(condition: Callable[[], bool]) -> None:
    """Let other greenlets run until `condition` holds."""
    with gevent.Timeout(PATIENCE_S):
        while not condition():
            gevent.sleep(0.001)


def flush(infra: Infra) -> None:
    """Let the worker write to Redis what it has, as it does every half second."""
    assert isinstance(infra.clock, FakeClock)
    infra.clock.advance(0.5)
    worker(infra).link.step()


def kill(infra: Infra, turn_id: str) -> None:
    """Kill -9 of the process that runs the turn: nothing is tidied up, the lock expires."""
    turns = worker(infra)
    flush(infra)
    running = turns.link.live[turn_id]
    turns.stop()
    running.woken = Event()  # so that its greenlets never come to the end
    turns.link.live.clear()
    turns.link.mirrors.clear()
    infra.redis.delete(running.lock.key)


def end(infra: Infra) -> None:
    """The end of a test's worker: no greenlet may go on with a database that is closed."""
    turn.drain(infra)
    worker(infra).stop()


def wait_until_told(infra: Infra, turn_id: str, seq: int) -> None:
    """Let the agent run until event `seq` is in the log."""
    log = worker(infra).link.mirrors[turn_id].log
    wait_for(lambda: log.last_seq >= seq)
