"""Conversations as every floor above their store sees them."""

from dataclasses import dataclass
from datetime import datetime

from chatapp.domain.events import Artifact
from chatapp.domain.messages import Part, Role, TextPart
from chatapp.domain.turns import MessageState


@dataclass(frozen=True, slots=True)
class MessageView:
    """One stored message. A turn's id is the id of its assistant message.

    Attributes:
        seq: Position within the conversation, from 1, without gaps.
        artifacts: What its tool results put into the panel, in order.
        stop_reason: Why the answer ended, e.g. ``end_turn``, ``loop``, ``max_tokens``.
    """

    message_id: str
    conversation_id: str
    seq: int
    role: Role
    state: MessageState
    request_id: str
    parts: tuple[Part, ...]
    artifacts: tuple[Artifact, ...]
    provider: str | None
    model: str | None
    stop_reason: str | None
    error_code: str | None
    error_message: str | None
    created_at: datetime
    finished_at: datetime | None

    @property
    def text(self) -> str:
        """All visible prose of the message."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))


@dataclass(frozen=True, slots=True)
class ConversationView:
    """One conversation without its messages.

    Attributes:
        version: Grows with every durable change of its history.
        live_turn_id: The turn that is running now, else None.
        forked_from: The message it was forked from, else None.
    """

    conversation_id: str
    repository_id: str | None
    title: str
    is_pinned: bool
    is_archived: bool
    version: int
    forked_from: str | None
    live_turn_id: str | None
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


@dataclass(frozen=True, slots=True)
class TurnRef:
    """The ids of one turn; `turn_id` equals `assistant_message_id`."""

    conversation_id: str
    request_id: str
    user_message_id: str
    assistant_message_id: str

    @property
    def turn_id(self) -> str:
        """The name of the turn in URLs and event ids."""
        return self.assistant_message_id
