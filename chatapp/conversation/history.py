"""What the model is told of a conversation: every ended question and answer, as they are shown.

An answer that was stopped or broke off stays in, with a note, because the person sees it too and
will say "go on" (case H01); only the turn that runs now is left out. Calls without a result get
one that says so, or providers would refuse the conversation for ever (case A01).

The database is the truth. Redis has a copy under the whole scope, good only while the version in it
is the conversation's; whatever goes wrong with it costs time, not the answer.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import Any, Final

import orjson
from redis import RedisError
from sqlalchemy import select

from chatapp.conversation.codec import load_parts, part_object, read_part
from chatapp.conversation.models import MessageRow
from chatapp.domain.identity import Owner
from chatapp.domain.messages import Message, Part, Role, TextPart, ToolCallPart, ToolResultPart
from chatapp.domain.turns import MessageState, is_terminal_state
from chatapp.infra.handle import Infra

log: Final = logging.getLogger(__name__)

TTL_S: Final = 3600
UNANSWERED: Final = "[This question was not answered.]"
NOTES: Final = {
    MessageState.CANCELED: "[The person stopped this answer here.]",
    MessageState.FAILED: "[An error ended this answer here.]",
    MessageState.STALE: "[This answer broke off here.]",
}
CANCELLED: Final = "This call was cancelled before it gave a result."


def load(infra: Infra, owner: Owner, conversation_id: str, version: int) -> tuple[Message, ...]:
    """The history at `version`, oldest first, from the cache if it has just that version."""
    cached = _read_cache(infra, _key(owner, conversation_id), version)
    if cached is not None:
        return cached
    history = from_database(infra, conversation_id)
    _write_cache(infra, _key(owner, conversation_id), version, history)
    return history


def refresh(
    infra: Infra, owner: Owner, conversation_id: str, version: int, history: Sequence[Message]
) -> None:
    """Put the history into the cache that the conversation has after a turn."""
    _write_cache(infra, _key(owner, conversation_id), version, history)


def told_answer(parts: Sequence[Part], state: MessageState) -> Message:
    """An ended answer as the model is told it."""
    parts = with_results(parts)
    note = NOTES.get(state)
    if note is None:
        return Message(Role.ASSISTANT, parts)
    has_text = any(isinstance(part, TextPart) and part.text for part in parts)
    return Message(Role.ASSISTANT, (*parts, TextPart(f"\n\n{note}" if has_text else note)))


def from_database(infra: Infra, conversation_id: str) -> tuple[Message, ...]:
    """The history as the rows have it."""
    with infra.database.reading() as session:
        rows = session.scalars(
            select(MessageRow)
            .where(MessageRow.conversation_id == conversation_id)
            .order_by(MessageRow.seq)
        ).all()
    return tuple(_told(rows))


def with_results(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts, where every call has a result: missing ones say that the call was cancelled."""
    answered = {part.call_id for part in parts if isinstance(part, ToolResultPart)}
    missing = [
        ToolResultPart(part.call_id, part.name, CANCELLED, error_code="cancelled")
        for part in parts
        if isinstance(part, ToolCallPart) and part.call_id not in answered
    ]
    return (*parts, *missing)


def _told(rows: Sequence[MessageRow]) -> Iterator[Message]:
    is_open = False
    for row in _ended(rows):
        if row.role == Role.USER:
            if is_open:
                yield Message(Role.ASSISTANT, (TextPart(UNANSWERED),))
            yield Message(Role.USER, load_parts(row.parts))
        else:
            yield told_answer(load_parts(row.parts), MessageState(row.state))
        is_open = row.role == Role.USER
    if is_open:
        yield Message(Role.ASSISTANT, (TextPart(UNANSWERED),))


def _ended(rows: Sequence[MessageRow]) -> Iterator[MessageRow]:
    """Rows of ended turns; the question of the running one is left out with its answer."""
    running = {row.request_id for row in rows if not is_terminal_state(MessageState(row.state))}
    return (row for row in rows if row.request_id not in running)


def _key(owner: Owner, conversation_id: str) -> str:
    return f"history:{owner}:{conversation_id}"


def _read_cache(infra: Infra, key: str, version: int) -> tuple[Message, ...] | None:
    try:
        raw = infra.redis.get(key)
        value: Any = orjson.loads(raw) if isinstance(raw, bytes) else None
        if value is None or value["version"] != version:
            return None
        return tuple(
            Message(Role(role), tuple(read_part(part) for part in parts))
            for role, parts in value["messages"]
        )
    except (RedisError, ValueError, KeyError, TypeError):
        log.warning("the history cache cannot be read; the database answers", exc_info=True)
        return None


def _write_cache(infra: Infra, key: str, version: int, history: Sequence[Message]) -> None:
    messages = [
        (message.role, [part_object(part) for part in message.parts]) for message in history
    ]
    try:
        infra.redis.set(key, orjson.dumps({"version": version, "messages": messages}), ex=TTL_S)
    except RedisError:
        log.warning("the history cache cannot be written", exc_info=True)
