"""Finds an owner's conversations by a piece of their titles or texts, in any script.

Plain substring matching: it finds Chinese words without a tokenizer and works alike on every
database. Bounded by owner and limit.
"""

from typing import Final

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from chatapp.conversation import owned
from chatapp.conversation.models import Conversation, MessageRow
from chatapp.conversation.views import conversation_view
from chatapp.domain.conversations import SearchHit
from chatapp.domain.identity import Owner
from chatapp.infra.handle import Infra

MOST: Final = 100
AROUND: Final = 60
"""Characters shown on each side of what was found."""


def search(
    infra: Infra, owner: Owner, text: str, *, repository_id: str | None = None, limit: int = 30
) -> tuple[SearchHit, ...]:
    """The latest conversations that have `text` in a title or message; wildcards mean themselves.

    Case is ignored. Deleted conversations are left out, archived ones are not.
    """
    wanted = " ".join(text.split())
    if not wanted:
        return ()
    newest = (
        select(func.max(MessageRow.seq))
        .where(
            MessageRow.conversation_id == Conversation.id,
            MessageRow.text.icontains(wanted, autoescape=True),
        )
        .correlate(Conversation)
        .scalar_subquery()
    )
    statement = (
        select(Conversation, newest.label("seq"))
        .where(owned.is_owners(owner), Conversation.deleted_at.is_(None))
        .where(or_(Conversation.title.icontains(wanted, autoescape=True), newest.is_not(None)))
        .order_by(Conversation.updated_at.desc(), Conversation.id.desc())
        .limit(max(1, min(limit, MOST)))
    )
    if repository_id is not None:
        statement = statement.where(Conversation.repository_id == repository_id)
    with infra.database.reading() as session:
        found = session.execute(statement).all()
        return tuple(
            _hit(row, _message(session, row.id, seq) if seq else None, wanted) for row, seq in found
        )


def _message(session: Session, conversation_id: str, seq: int) -> MessageRow | None:
    return session.scalar(
        select(MessageRow).where(
            MessageRow.conversation_id == conversation_id, MessageRow.seq == seq
        )
    )


def _hit(row: Conversation, message: MessageRow | None, wanted: str) -> SearchHit:
    if message is None:
        return SearchHit(conversation_view(row), None, row.title)
    return SearchHit(conversation_view(row), message.id, snippet(message.text, wanted))


def snippet(text: str, wanted: str) -> str:
    """The text around the first place of `wanted`, in one line, with marks where it was cut."""
    place = max(0, text.lower().find(wanted.lower()))
    start, end = max(0, place - AROUND), place + len(wanted) + AROUND
    cut = " ".join(text[start:end].split())
    return f"{'…' if start else ''}{cut}{'…' if end < len(text) else ''}"
