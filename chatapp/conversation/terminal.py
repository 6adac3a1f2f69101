"""The one place that writes a terminal state. Nothing else may set one.

A state is written by an UPDATE that names the state it leaves, so of two writers exactly one wins:
the turn itself, or the sweep that took it for dead.
"""

from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from chatapp.conversation.codec import dump_json, dump_parts
from chatapp.conversation.endings import Ending
from chatapp.conversation.models import ArtifactRow, Conversation, MessageRow
from chatapp.conversation.record import TurnRecord
from chatapp.domain.errors import IllegalTransition
from chatapp.domain.json import storable_text
from chatapp.domain.turns import MessageState, check_transition
from chatapp.infra.db import affected
from chatapp.infra.handle import Infra


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """Everything that is known at the end of a turn.

    Attributes:
        provider: Who answered, None when it failed before that was known.
    """

    conversation_id: str
    message_id: str
    ending: Ending
    record: TurnRecord
    provider: str | None = None
    model: str | None = None


def write(infra: Infra, end: TurnEnd) -> None:
    """Store the end of a turn: message, artifacts, and the conversation's new version.

    Raises:
        IllegalTransition: the message is already in a terminal state.
        DependencyUnavailable: the database did not take it.
    """
    with infra.database.transaction() as session:
        _move(session, end.message_id, end.ending.state, _columns(infra, end))
        session.add_all(_artifacts(end))
        _advance(infra, session, end)


def mark_processing(infra: Infra, message_id: str) -> None:
    """Say that the model is done and files are still being made.

    Raises:
        IllegalTransition: the message is not streaming.
    """
    with infra.database.transaction() as session:
        _move(session, message_id, MessageState.PROCESSING, {})


def _move(
    session: Session, message_id: str, wanted: MessageState, columns: dict[str, object]
) -> None:
    current = session.scalar(select(MessageRow.state).where(MessageRow.id == message_id))
    if current is None:
        raise IllegalTransition("the message is gone")
    check_transition(MessageState(current), wanted)
    statement = update(MessageRow).where(MessageRow.id == message_id, MessageRow.state == current)
    if affected(session.execute(statement.values(state=wanted, **columns))) != 1:
        raise IllegalTransition(f"the message is no longer {current}")


def _columns(infra: Infra, end: TurnEnd) -> dict[str, object]:
    record, ending = end.record, end.ending
    return {
        "parts": dump_parts(record.parts),
        "text": storable_text(record.text),
        "extras": dump_json({**record.extras, "is_retryable": ending.is_retryable}),
        "provider": end.provider,
        "model": end.model,
        "stop_reason": record.stop_reason,
        "error_code": ending.code,
        "error_message": ending.message and storable_text(ending.message),
        "input_tokens": record.input_tokens,
        "output_tokens": record.output_tokens,
        "finished_at": infra.clock.now(),
    }


def _artifacts(end: TurnEnd) -> list[ArtifactRow]:
    return [
        ArtifactRow(
            message_id=end.message_id,
            conversation_id=end.conversation_id,
            artifact_id=artifact.artifact_id,
            position=position,
            type=artifact.type,
            data=dump_json(artifact.data),
        )
        for position, artifact in enumerate(end.record.artifacts)
    ]


def _advance(infra: Infra, session: Session, end: TurnEnd) -> None:
    mine = Conversation.id == end.conversation_id
    session.execute(
        update(Conversation)
        .where(mine)
        .values(version=Conversation.version + 1, updated_at=infra.clock.now())
    )
    session.execute(
        update(Conversation)
        .where(mine, Conversation.live_turn_id == end.message_id)
        .values(live_turn_id=None)
    )
