"""The tables of conversations: their messages, what messages put into the panel, and claims.

Messages are appended rows with a sequence number of their own; once terminal they never change.
Commands update single columns, never a whole row that was read before (case H01).
"""

from datetime import datetime
from typing import Final, cast

from sqlalchemy import ForeignKey, Index, String, Table, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from chatapp.infra.columns import ID, LONG_TEXT, UtcDateTime, exact
from chatapp.infra.db import Base

TITLE_CHARS = 200


class Conversation(Base):
    """One conversation of one owner.

    `version` counts the ended turns, so a cached history of the same version is the history.
    `live_turn_id` is set while a turn runs: behind the lock in Redis, it is what keeps two turns of
    one conversation apart.
    """

    __tablename__ = "conversations"
    __table_args__ = (
        Index("ix_conversations_repository_updated", "repository_id", "updated_at"),
        Index("ix_conversations_owner_updated", "account_id", "actor_id", "updated_at"),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(exact(64))
    actor_id: Mapped[str] = mapped_column(exact(128))
    repository_id: Mapped[str | None] = mapped_column(
        ForeignKey("repositories.id", ondelete="SET NULL")
    )
    title: Mapped[str] = mapped_column(String(TITLE_CHARS))
    is_pinned: Mapped[bool] = mapped_column(default=False)
    is_archived: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int] = mapped_column(default=0)
    last_seq: Mapped[int] = mapped_column(default=0)
    live_turn_id: Mapped[str | None] = mapped_column(ID)
    forked_from: Mapped[str | None] = mapped_column(ID)
    share_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class MessageRow(Base):
    """One message. `text` is the visible prose of `parts`, kept apart for searching."""

    __tablename__ = "messages"
    __table_args__ = (
        UniqueConstraint("conversation_id", "seq"),
        UniqueConstraint("conversation_id", "request_id", "role"),
        Index("ix_messages_state", "state"),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversations.id", ondelete="CASCADE"))
    seq: Mapped[int]
    role: Mapped[str] = mapped_column(String(16))
    state: Mapped[str] = mapped_column(String(16))
    request_id: Mapped[str] = mapped_column(exact(128))
    parts: Mapped[str] = mapped_column(LONG_TEXT, default="[]")
    text: Mapped[str] = mapped_column(LONG_TEXT, default="")
    extras: Mapped[str] = mapped_column(LONG_TEXT, default="{}")
    provider: Mapped[str | None] = mapped_column(String(64))
    model: Mapped[str | None] = mapped_column(String(200))
    stop_reason: Mapped[str | None] = mapped_column(String(64))
    error_code: Mapped[str | None] = mapped_column(String(64))
    error_message: Mapped[str | None] = mapped_column(Text)
    input_tokens: Mapped[int] = mapped_column(default=0)
    output_tokens: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ArtifactRow(Base):
    """What one tool result put into the panel.

    The key has the message in it, so that a fork keeps the artifact ids its parts point to.
    """

    __tablename__ = "artifacts"
    __table_args__ = (Index("ix_artifacts_conversation", "conversation_id", "artifact_id"),)

    message_id: Mapped[str] = mapped_column(
        ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True
    )
    artifact_id: Mapped[str] = mapped_column(exact(64), primary_key=True)
    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversations.id", ondelete="CASCADE"))
    position: Mapped[int]
    type: Mapped[str] = mapped_column(String(64))
    data: Mapped[str] = mapped_column(LONG_TEXT)
    is_pinned: Mapped[bool] = mapped_column(default=False)


class TurnClaim(Base):
    """The right to answer one request id once; its key is a hash of (owner, route, request id).

    It outlives the connection and finds the conversation that a first question made (case I01).
    """

    __tablename__ = "turn_claims"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversations.id", ondelete="CASCADE"))
    user_message_id: Mapped[str] = mapped_column(ID)
    assistant_message_id: Mapped[str] = mapped_column(ID)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


CONVERSATIONS: Final = cast("Table", Conversation.__table__)
MESSAGES: Final = cast("Table", MessageRow.__table__)
ARTIFACTS: Final = cast("Table", ArtifactRow.__table__)
TURN_CLAIMS: Final = cast("Table", TurnClaim.__table__)
"""The tables themselves: the two writes of every turn go past the ORM, which takes four times as
long for them (3.5 ms against 0.8 ms for the first)."""
