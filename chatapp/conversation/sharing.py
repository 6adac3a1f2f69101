"""Share links: whoever has the link reads the conversation, until it is revoked.

Only a hash of the token is stored; the link is shown once, when it is made. Making another one
ends the one before.
"""

import hashlib
import secrets

from sqlalchemy import select, update

from chatapp.conversation import owned
from chatapp.conversation.models import Conversation
from chatapp.conversation.queries import all_messages
from chatapp.conversation.views import conversation_view
from chatapp.domain.conversations import SharedConversation
from chatapp.domain.errors import NotFound
from chatapp.domain.identity import Owner
from chatapp.domain.turns import is_terminal_state
from chatapp.infra.handle import Infra


def share(infra: Infra, owner: Owner, conversation_id: str) -> str:
    """Make a share link; its secret token.

    Raises:
        NotFound: there is no such conversation for this owner.
    """
    token = secrets.token_urlsafe(32)
    _set_hash(infra, owner, conversation_id, _hash(token))
    return token


def revoke(infra: Infra, owner: Owner, conversation_id: str) -> None:
    """End the share link at once; doing it twice is harmless.

    Raises:
        NotFound: there is no such conversation for this owner.
    """
    _set_hash(infra, owner, conversation_id, None)


def read_shared(infra: Infra, token: str) -> SharedConversation:
    """What the link shows: ended turns only.

    Raises:
        NotFound: the link is unknown or was revoked, or the conversation was deleted.
    """
    with infra.database.reading() as session:
        found = session.scalar(
            select(Conversation).where(
                Conversation.share_hash == _hash(token), Conversation.deleted_at.is_(None)
            )
        )
        if found is None:
            raise NotFound
        told = all_messages(session, found.id)
    running = {message.request_id for message in told if not is_terminal_state(message.state)}
    ended = tuple(message for message in told if message.request_id not in running)
    return SharedConversation(conversation_view(found), ended)


def _set_hash(infra: Infra, owner: Owner, conversation_id: str, share_hash: str | None) -> None:
    with infra.database.transaction() as session:
        owned.conversation(session, owner, conversation_id)
        session.execute(
            update(Conversation)
            .where(Conversation.id == conversation_id)
            .values(share_hash=share_hash)
        )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
