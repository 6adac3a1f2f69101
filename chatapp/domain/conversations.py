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
        suggestions: Follow-up questions that came with the answer.
        truncated_loops: The rounds after which the answer was cut short, else None.
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
    suggestions: tuple[str, ...] = ()
    truncated_loops: int | None = None

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
        is_shared: Whether a share link shows it to whoever has the link.
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
    is_shared: bool = False


@dataclass(frozen=True, slots=True)
class ConversationFilter:
    """Which conversations of an owner to list.

    Attributes:
        repository_id: Only those about this repository; None for all.
        cursor: `ConversationPage.next_cursor` of the page before.
    """

    repository_id: str | None = None
    is_archived: bool = False
    is_deleted: bool = False
    cursor: str | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class ConversationPage:
    """Part of a list: pinned first, then the latest; `next_cursor` is None on the last page."""

    items: tuple[ConversationView, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A conversation whose title or text has what was searched.

    Attributes:
        message_id: The newest message that has it, None when only the title has.
        snippet: The text around it, in one line.
    """

    conversation: ConversationView
    message_id: str | None
    snippet: str


@dataclass(frozen=True, slots=True)
class SharedConversation:
    """What a share link shows: the conversation and its ended turns, read-only."""

    conversation: ConversationView
    messages: tuple[MessageView, ...]


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
