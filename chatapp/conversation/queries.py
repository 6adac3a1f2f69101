"""Reads of conversations, each scoped by its owner; nothing here changes anything.

Listing and searching are bounded. Called by `chatapp.access.reads`.
"""

import base64
import binascii
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import orjson
from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session

from chatapp.conversation import owned
from chatapp.conversation.models import ArtifactRow, Conversation, MessageRow
from chatapp.conversation.views import (
    artifact_view,
    conversation_view,
    message_view,
    message_views,
)
from chatapp.domain.conversations import (
    ConversationFilter,
    ConversationPage,
    ConversationView,
    MessageView,
)
from chatapp.domain.errors import InvalidRequest, NotFound
from chatapp.domain.events import Artifact
from chatapp.domain.identity import Owner
from chatapp.infra.handle import Infra

MOST: Final = 200


def list_page(infra: Infra, owner: Owner, wanted: ConversationFilter) -> ConversationPage:
    """One page of the owner's conversations: pinned first, then the latest.

    Raises:
        InvalidRequest: the cursor is not one that was given out.
    """
    limit = max(1, min(wanted.limit, MOST))
    statement = (
        select(Conversation)
        .where(owned.is_owners(owner), *_conditions(wanted))
        .order_by(
            Conversation.is_pinned.desc(), Conversation.updated_at.desc(), Conversation.id.desc()
        )
        .limit(limit + 1)
    )
    if wanted.cursor:
        statement = statement.where(_after(wanted.cursor))
    with infra.database.reading() as session:
        rows = list(session.scalars(statement))
    has_more = len(rows) > limit
    items = tuple(conversation_view(row) for row in rows[:limit])
    return ConversationPage(items, _cursor(rows[limit - 1]) if has_more else None)


def get(
    infra: Infra, owner: Owner, conversation_id: str, *, is_deleted: bool | None = False
) -> ConversationView:
    """One conversation without its messages.

    Raises:
        NotFound: there is none for this owner.
    """
    with infra.database.reading() as session:
        found = owned.conversation(session, owner, conversation_id, is_deleted=is_deleted)
        return conversation_view(found)


def messages(infra: Infra, owner: Owner, conversation_id: str) -> tuple[MessageView, ...]:
    """All messages with their artifacts, oldest first.

    Raises:
        NotFound: there is no such conversation for this owner.
    """
    with infra.database.reading() as session:
        owned.conversation(session, owner, conversation_id)
        return all_messages(session, conversation_id)


def message(infra: Infra, owner: Owner, message_id: str) -> MessageView:
    """One message with its artifacts; a turn is read by the id of its answer.

    Raises:
        NotFound: there is none for this owner.
    """
    with infra.database.reading() as session:
        row = owned.message(session, owner, message_id)
        return message_view(row, _artifacts(session, ArtifactRow.message_id == row.id))


def artifact(infra: Infra, owner: Owner, conversation_id: str, artifact_id: str) -> Artifact:
    """One artifact of a conversation.

    Raises:
        NotFound: there is none for this owner.
    """
    with infra.database.reading() as session:
        owned.conversation(session, owner, conversation_id)
        found = _artifacts(
            session,
            and_(
                ArtifactRow.conversation_id == conversation_id,
                ArtifactRow.artifact_id == artifact_id,
            ),
        )
        if not found:
            raise NotFound
        return artifact_view(found[-1])


def all_messages(session: Session, conversation_id: str) -> tuple[MessageView, ...]:
    """The messages of a conversation that the caller has found to be readable."""
    rows = session.scalars(
        select(MessageRow)
        .where(MessageRow.conversation_id == conversation_id)
        .order_by(MessageRow.seq)
    ).all()
    return message_views(rows, _artifacts(session, ArtifactRow.conversation_id == conversation_id))


def _artifacts(session: Session, condition: ColumnElement[bool]) -> Sequence[ArtifactRow]:
    return session.scalars(
        select(ArtifactRow).where(condition).order_by(ArtifactRow.message_id, ArtifactRow.position)
    ).all()


def _conditions(wanted: ConversationFilter) -> list[ColumnElement[bool]]:
    deleted = Conversation.deleted_at
    conditions: list[ColumnElement[bool]] = [
        deleted.is_not(None) if wanted.is_deleted else deleted.is_(None)
    ]
    if not wanted.is_deleted:
        conditions.append(Conversation.is_archived.is_(wanted.is_archived))
    if wanted.repository_id is not None:
        conditions.append(Conversation.repository_id == wanted.repository_id)
    return conditions


def _cursor(row: Conversation) -> str:
    place = [row.is_pinned, row.updated_at.isoformat(), row.id]
    return base64.urlsafe_b64encode(orjson.dumps(place)).decode()


def _after(cursor: str) -> ColumnElement[bool]:
    """Everything that sorts behind the cursor's row."""
    try:
        is_pinned, moment, row_id = orjson.loads(base64.urlsafe_b64decode(cursor))
        updated_at = datetime.fromisoformat(moment)
    except (binascii.Error, ValueError, TypeError) as error:
        raise InvalidRequest("The cursor is not one of this list. Start from the top.") from error
    older = or_(
        Conversation.updated_at < updated_at,
        and_(Conversation.updated_at == updated_at, Conversation.id < str(row_id)),
    )
    same_kind = and_(Conversation.is_pinned.is_(bool(is_pinned)), older)
    return or_(same_kind, Conversation.is_pinned.is_(False)) if is_pinned else same_kind
