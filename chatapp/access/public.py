"""The public entry's answer: a plain stream, no rows, no journal, nothing to resume or replay.

Its memory is a list of questions and answers in Redis with a time to live, found by the
conversation id the caller chose; without one every question is the first. It never sees a
repository or a tenant's documents. Whoever stops reading ends it.
"""

import hashlib
import logging
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Final

import gevent
import orjson
from gevent import queue

from chatapp.access import gate
from chatapp.access.leases import held
from chatapp.access.quotas import Lease
from chatapp.access.streams import Heartbeat
from chatapp.conversation.running import Runner, run_agent
from chatapp.domain.ask import AskRequest
from chatapp.domain.errors import Forbidden, InvalidRequest
from chatapp.domain.events import Completed, TurnEvent
from chatapp.domain.identity import Principal
from chatapp.domain.messages import Message, Role, TextPart
from chatapp.domain.stream import TextDelta
from chatapp.infra.availability import redis_needed
from chatapp.infra.handle import Infra

_LOG: Final = logging.getLogger(__name__)
WAITING_EVENTS: Final = 10
"""How far the model may run ahead of a slow reader: beyond it, it waits."""

HISTORY_S: Final = 3600
HISTORY_TURNS: Final = 6


def ask(
    principal: Principal, infra: Infra, wanted: AskRequest, *, runner: Runner = run_agent
) -> Generator[TurnEvent | Heartbeat, None, None]:
    """Answer a question of nobody in particular; close the iterator to end it.

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
    answer = _Answer(infra, principal, wanted, runner)
    return _leased(infra, lease, answer)


def _leased(
    infra: Infra, lease: Lease, answer: "_Answer"
) -> Generator[TurnEvent | Heartbeat, None, None]:
    try:
        yield from answer.events()
    finally:
        held(infra).drop(lease)


class _Answer:
    """One answer: a greenlet draws the events, the reader takes them."""

    def __init__(
        self, infra: Infra, principal: Principal, wanted: AskRequest, runner: Runner
    ) -> None:
        self._infra = infra
        self._principal = principal
        self._wanted = wanted
        self._runner = runner
        self._drawn: queue.Queue[TurnEvent | Exception | None] = queue.Queue(WAITING_EVENTS)

    def events(self) -> Iterator[TurnEvent | Heartbeat]:
        """Everything but the terminal event as it comes, and that in the end."""
        drawer = gevent.spawn(self._draw)
        text: list[str] = []
        try:
            for event in self._taken():
                if isinstance(event, TextDelta):
                    text.append(event.text)
                yield event
        finally:
            drawer.kill()
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
            history = self._history()
            run = self._runner(self._infra, self._principal.owner, self._wanted, history)
            with closing(run.events) as events:
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


def _messages(question: str, answer: str) -> tuple[Message, Message]:
    return (
        Message(Role.USER, (TextPart(question),)),
        Message(Role.ASSISTANT, (TextPart(answer),)),
    )
