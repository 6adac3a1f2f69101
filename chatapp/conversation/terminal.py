"""The one place that writes a terminal state. Nothing else may set one.

A state is written by an UPDATE that names the states it may leave, so of two writers one wins:
the turn itself, or the sweep that took it for dead.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Update, bindparam, case, insert, select, update

from chatapp.conversation.codec import dump_json, dump_parts
from chatapp.conversation.endings import Ending
from chatapp.conversation.models import ARTIFACTS, CONVERSATIONS, MESSAGES
from chatapp.conversation.record import TurnRecord
from chatapp.domain.errors import IllegalTransition
from chatapp.domain.json import storable_text
from chatapp.domain.turns import TERMINAL_STATES, MessageState, states_before
from chatapp.infra.handle import Infra


def _leaving(wanted: MessageState) -> Update:
    """The UPDATE to `wanted` of a message that may become it."""
    return (
        update(MESSAGES)
        .where(
            MESSAGES.c.id == bindparam("message_id"),
            MESSAGES.c.state.in_(states_before(wanted)),
        )
        .values(state=wanted)
    )


_WRITTEN: Final = (
    "parts",
    "text",
    "extras",
    "provider",
    "model",
    "stop_reason",
    "error_code",
    "error_message",
    "input_tokens",
    "output_tokens",
    "finished_at",
)
_END: Final = {
    state: _leaving(state).values({name: bindparam(f"new_{name}") for name in _WRITTEN})
    for state in TERMINAL_STATES
}
_ADVANCE: Final = (
    update(CONVERSATIONS)
    .where(CONVERSATIONS.c.id == bindparam("conversation_id"))
    .values(
        version=CONVERSATIONS.c.version + 1,
        updated_at=bindparam("now"),
        live_turn_id=case(
            (CONVERSATIONS.c.live_turn_id == bindparam("message_id"), None),
            else_=CONVERSATIONS.c.live_turn_id,
        ),
    )
)
_ADD_ARTIFACTS: Final = insert(ARTIFACTS)
_STATE: Final = select(MESSAGES.c.state).where(MESSAGES.c.id == bindparam("message_id"))


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
    now = infra.clock.now()
    values = {"message_id": end.message_id, **_values(end), "new_finished_at": now}
    artifacts = _artifacts(end)
    with infra.database.transaction() as session:
        connection = session.connection()
        _move(connection, end.ending.state, _END[end.ending.state], values)
        if artifacts:
            connection.execute(_ADD_ARTIFACTS, artifacts)
        advanced = {
            "conversation_id": end.conversation_id,
            "message_id": end.message_id,
            "now": now,
        }
        connection.execute(_ADVANCE, advanced)


def mark_processing(infra: Infra, message_id: str) -> None:
    """Say that the model is done and files are still being made.

    Raises:
        IllegalTransition: the message is not streaming.
    """
    wanted = MessageState.PROCESSING
    with infra.database.transaction() as session:
        _move(session.connection(), wanted, _leaving(wanted), {"message_id": message_id})


def _move(
    connection: Connection, wanted: MessageState, statement: Update, values: Mapping[str, object]
) -> None:
    if connection.execute(statement, values).rowcount != 1:
        current = connection.scalar(_STATE, values)
        raise IllegalTransition(f"a message that is {current or 'gone'} cannot become {wanted}")


def _values(end: TurnEnd) -> dict[str, object]:
    record, ending = end.record, end.ending
    return {
        "new_parts": dump_parts(record.parts),
        "new_text": storable_text(record.text),
        "new_extras": dump_json({**record.extras, "is_retryable": ending.is_retryable}),
        "new_provider": end.provider,
        "new_model": end.model,
        "new_stop_reason": record.stop_reason,
        "new_error_code": ending.code,
        "new_error_message": ending.message and storable_text(ending.message),
        "new_input_tokens": record.input_tokens,
        "new_output_tokens": record.output_tokens,
    }


def _artifacts(end: TurnEnd) -> list[dict[str, object]]:
    return [
        {
            "message_id": end.message_id,
            "conversation_id": end.conversation_id,
            "artifact_id": artifact.artifact_id,
            "position": position,
            "type": artifact.type,
            "data": dump_json(artifact.data),
            "is_pinned": artifact.is_pinned,
        }
        for position, artifact in enumerate(end.record.artifacts)
    ]
