"""The public entry's answer: a plain stream, no rows, no journal, nothing to resume or replay.

Its memory is a list of questions and answers in Redis with a time to live, found by the
conversation id the caller chose; without one every question is the first. It never sees a
repository or a tenant's documents. Whoever stops reading ends it.
"""

import hashlib
import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final, TypeAlias

import gevent
import orjson
from gevent import Greenlet, queue

from chatapp.access import gate
from chatapp.access.leases import held
from chatapp.access.quotas import Lease
from chatapp.access.streams import Heartbeat
from chatapp.conversation.running import AgentRun, Runner, run_agent
from chatapp.domain.ask import AskRequest
from chatapp.domain.errors import Forbidden, InvalidRequest
from chatapp.domain.events import Completed, TurnEvent
from chatapp.domain.identity import Owner, Principal
from chatapp.domain.messages import Message, Role, TextPart
from chatapp.domain.stream import TextDelta
from chatapp.infra.availability import redis_needed
from chatapp.infra.handle import Infra

_LOG: Final = logging.getLogger(__name__)
Run: TypeAlias = Callable[[tuple[Message, ...]], AgentRun]
WAITING_EVENTS: Final = 10
"""How far the model may run ahead of a slow reader: beyond it, it waits."""

NOBODY: Final = Owner("public", "public")
HISTORY_S: Final = 3600
HISTORY_TURNS: Final = 6


def ask(
    principal: Principal, infra: Infra, wanted: AskRequest, *, runner: Runner = run_agent
) -> "PublicAnswer":
    """Answer a question of nobody in particular.

    Raises:
        Forbidden: the server's owner has closed the public entry.
        InvalidRequest: the question is too long.
        LimitExceeded: too many questions from this address.
    """
    if not infra.settings.is_public_ask_open:
        raise Forbidden("The public entry of this server is closed.")
    longest = infra.settings.max_message_chars
    if len(wanted.question) > longest:
        raise InvalidRequest(f"The question is longer than {longest} characters.")
    lease = gate.admit(principal, infra, wanted)
    return PublicAnswer(infra, wanted, lease, lambda history: _run(runner, infra, wanted, history))


class PublicAnswer:
    """One answer: a greenlet draws the events, the reader takes them. It must be closed."""

    def __init__(self, infra: Infra, wanted: AskRequest, lease: Lease, run: Run) -> None:
        self._infra = infra
        self._wanted = wanted
        self._lease = lease
        self._run = run
        self._drawn: queue.Queue[TurnEvent | Exception | None] = queue.Queue(WAITING_EVENTS)
        self._drawer: Greenlet | None = None

    def close(self) -> None:
        """End the answer and give its slot back, whether or not anybody has read it."""
        if self._drawer is not None:
            self._drawer.kill()
        held(self._infra).drop(self._lease)

    def events(self) -> Iterator[TurnEvent | Heartbeat]:
        """Everything but the terminal event as it comes, and that in the end."""
        self._drawer = gevent.spawn(self._draw)
        text: list[str] = []
        for event in self._taken():
            if isinstance(event, TextDelta):
                text.append(event.text)
            yield event
        self._remember("".join(text))
        yield Completed(self._wanted.conversation_id or "", "")

    def _taken(self) -> Iterator[TurnEvent | Heartbeat]:
        while True:
            try:
                event = self._drawn.get(timeout=self._infra.settings.heartbeat_s)
            except queue.Empty:
                yield Heartbeat()
                continue
            if event is None:
                return
            if isinstance(event, Exception):
                raise event
            yield event

    def _draw(self) -> None:
        try:
            with closing(self._run(self._history()).events) as events:
                for event in events:
                    self._drawn.put(event)
        except Exception as error:  # noqa: BLE001 - the reader raises it and says so
            self._drawn.put(error)
        else:
            self._drawn.put(None)

    def _history(self) -> tuple[Message, ...]:
        if self._wanted.conversation_id is None:
            return ()
        with redis_needed():
            stored = self._infra.redis.lrange(self._key, 0, -1)
        pairs = [orjson.loads(pair) for pair in stored]
        return tuple(message for pair in pairs for message in _messages(*pair))

    def _remember(self, answer: str) -> None:
        if self._wanted.conversation_id is None or not answer:
            return
        pipe = self._infra.redis.pipeline()
        pipe.rpush(self._key, orjson.dumps([self._wanted.question, answer]))
        pipe.ltrim(self._key, -HISTORY_TURNS, -1)
        pipe.expire(self._key, HISTORY_S)
        with redis_needed():
            pipe.execute()

    @property
    def _key(self) -> str:
        name = hashlib.sha256((self._wanted.conversation_id or "").encode()).hexdigest()
        return f"chatapp:public:{name}"


def _run(
    runner: Runner, infra: Infra, wanted: AskRequest, history: tuple[Message, ...]
) -> AgentRun:
    return runner(infra, NOBODY, wanted, history)


def _messages(question: str, answer: str) -> tuple[Message, Message]:
    return (
        Message(Role.USER, (TextPart(question),)),
        Message(Role.ASSISTANT, (TextPart(answer),)),
    )
