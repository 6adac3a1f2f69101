"""Finds what an owner named; what is another owner's is `NotFound`, as if it did not exist."""

from sqlalchemy import ColumnElement, and_
from sqlalchemy.orm import Session

from chatapp.conversation.models import Conversation, MessageRow
from chatapp.domain.errors import NotFound
from chatapp.domain.identity import Owner


def is_owners(owner: Owner) -> ColumnElement[bool]:
    """The condition that a conversation is the owner's."""
    return and_(
        Conversation.account_id == owner.account_id, Conversation.actor_id == owner.actor_id
    )


def conversation(
    session: Session, owner: Owner, conversation_id: str, *, is_deleted: bool | None = False
) -> Conversation:
    """The owner's conversation; deleted ones only when asked for (None: either).

    Raises:
        NotFound: there is none for this owner.
    """
    found = session.get(Conversation, conversation_id)
    if found is None or Owner(found.account_id, found.actor_id) != owner:
        raise NotFound
    if is_deleted is not None and (found.deleted_at is not None) != is_deleted:
        raise NotFound
    return found


def message(session: Session, owner: Owner, message_id: str) -> MessageRow:
    """A message of one of the owner's conversations.

    Raises:
        NotFound: there is none for this owner.
    """
    found = session.get(MessageRow, message_id)
    if found is None:
        raise NotFound
    conversation(session, owner, found.conversation_id)
    return found
