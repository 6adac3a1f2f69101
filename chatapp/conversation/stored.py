"""A turn as the database has it: its two messages, its artifacts, and whose it is."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from chatapp.conversation.models import ArtifactRow, Conversation, MessageRow
from chatapp.domain.conversations import TurnRef
from chatapp.domain.errors import NotFound
from chatapp.domain.identity import Owner
from chatapp.domain.messages import Role
from chatapp.domain.turns import MessageState
from chatapp.infra.handle import Infra


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """One turn; `answer` is its assistant message."""

    ref: TurnRef
    owner: Owner
    answer: MessageRow
    artifacts: tuple[ArtifactRow, ...]

    @property
    def state(self) -> MessageState:
        """Where the answer stands."""
        return MessageState(self.answer.state)


def load(infra: Infra, turn_id: str, owner: Owner | None = None) -> StoredTurn:
    """The turn of that id, of `owner` unless the server itself asks.

    Raises:
        NotFound: there is no such turn, or it is another owner's.
    """
    with infra.database.reading() as session:
        answer = session.get(MessageRow, turn_id)
        if answer is None or answer.role != Role.ASSISTANT:
            raise NotFound
        conversation = session.get_one(Conversation, answer.conversation_id)
        whose = Owner(conversation.account_id, conversation.actor_id)
        if owner not in (None, whose) or (owner and conversation.deleted_at):
            raise NotFound
        return StoredTurn(_ref(session, answer), whose, answer, _artifacts(session, turn_id))


def _ref(session: Session, answer: MessageRow) -> TurnRef:
    question = session.scalar(
        select(MessageRow.id).where(
            MessageRow.conversation_id == answer.conversation_id,
            MessageRow.request_id == answer.request_id,
            MessageRow.role == Role.USER,
        )
    )
    return TurnRef(answer.conversation_id, answer.request_id, question or "", answer.id)


def _artifacts(session: Session, message_id: str) -> tuple[ArtifactRow, ...]:
    found = select(ArtifactRow).where(ArtifactRow.message_id == message_id)
    return tuple(session.scalars(found.order_by(ArtifactRow.position)))
