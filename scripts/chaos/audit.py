"""Looks at every conversation after the storm: what must never happen, and whether it did."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from client import Question
from sqlalchemy import select
from upstream import whole_answer

from chatapp.conversation.models import Conversation, MessageRow
from chatapp.domain.turns import MessageState, is_terminal_state
from chatapp.infra.handle import Infra


def violations(infra: Infra, asked: Sequence[Question], notes: Path) -> list[str]:
    """Every broken promise, in words; empty is what we want."""
    with infra.database.reading() as session:
        rows = session.scalars(
            select(MessageRow).order_by(MessageRow.conversation_id, MessageRow.seq)
        ).all()
        live = session.scalars(
            select(Conversation.id).where(Conversation.live_turn_id.is_not(None))
        ).all()
    return [
        *_states(rows),
        *(f"conversation {name} still has a live turn" for name in live),
        *_numbers(rows),
        *_provider_calls(notes),
        *_sightings(rows, asked),
        *_texts(rows, asked),
        *(f"still held in Redis: {key}" for key in held(infra)),
    ]


def is_quiet(infra: Infra) -> bool:
    """Whether every turn has ended."""
    with infra.database.reading() as session:
        states = session.scalars(select(MessageRow.state).distinct()).all()
    return all(is_terminal_state(MessageState(state)) for state in states)


def _states(rows: Sequence[MessageRow]) -> Iterator[str]:
    answers = Counter(
        (row.conversation_id, row.request_id) for row in rows if row.role == "assistant"
    )
    questions = Counter((row.conversation_id, row.request_id) for row in rows if row.role == "user")
    requests = Counter(row.request_id for row in rows if row.role == "assistant")
    for key in questions | answers:
        if questions[key] != 1 or answers[key] != 1:
            yield f"{key}: {questions[key]} questions, {answers[key]} answers"
    for request_id, count in requests.items():
        if count != 1:
            yield f"request {request_id} was answered {count} times"
    for row in rows:
        if not is_terminal_state(MessageState(row.state)):
            yield f"message {row.id} is still {row.state}"


def _numbers(rows: Sequence[MessageRow]) -> Iterator[str]:
    by_conversation: dict[str, list[int]] = {}
    for row in rows:
        by_conversation.setdefault(row.conversation_id, []).append(row.seq)
    for name, numbers in by_conversation.items():
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"conversation {name} has the numbers {numbers}"


def _provider_calls(notes: Path) -> Iterator[str]:
    calls = Counter(notes.read_text().split() if notes.exists() else ())
    for tag, count in calls.items():
        if count > 1:
            yield f"the provider answered {tag} {count} times"


def _sightings(rows: Sequence[MessageRow], asked: Sequence[Question]) -> Iterator[str]:
    by_id = {row.id: row for row in rows}
    for question in asked:
        if question.turn_id and question.turn_id not in by_id:
            yield f"turn {question.turn_id} was told of and does not exist"
        for seen in question.sightings:
            row = by_id[seen.turn_id]
            if (seen.ending == "done") != (row.state == "completed"):
                yield f"turn {row.id}: a reader saw {seen.ending}, stored is {row.state}"
            elif seen.text != row.text:
                yield f"turn {row.id} ({row.state}): read {seen.text!r}, stored {row.text!r}"


def _texts(rows: Sequence[MessageRow], asked: Sequence[Question]) -> Iterator[str]:
    tags = {question.request_id: question.tag for question in asked}
    for row in rows:
        if row.role != "assistant":
            continue
        whole = whole_answer(tags[row.request_id])
        if not whole.startswith(row.text) or (row.state == "completed" and row.text != whole):
            yield f"turn {row.id} ({row.state}) has the text {row.text!r}"


def held(infra: Infra) -> list[str]:
    """Locks of conversations and slots of callers that are still taken."""
    locks = [key.decode() for key in infra.redis.keys("convlock:*")]
    seconds, micros = infra.redis.time()
    now_ms = seconds * 1000 + micros // 1000
    slots = [
        key.decode()
        for key in infra.redis.keys("chatapp:quota:*:leases")
        if infra.redis.zcount(key, now_ms, "+inf")
    ]
    return locks + slots
