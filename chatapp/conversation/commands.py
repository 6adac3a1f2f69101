"""Changes to conversations that are not turns: each touches its own column and nothing else.

So renaming or pinning while a turn ends can never undo what the turn wrote (case H01). Called by
`chatapp.access.commands`.
"""

from collections.abc import Mapping

from sqlalchemy import update

from chatapp.conversation import owned, turn
from chatapp.conversation.models import TITLE_CHARS, ArtifactRow, Conversation
from chatapp.conversation.views import conversation_view
from chatapp.domain.conversations import ConversationView
from chatapp.domain.errors import InvalidRequest, NotFound
from chatapp.domain.identity import Owner
from chatapp.domain.json import storable_text
from chatapp.infra.db import affected
from chatapp.infra.handle import Infra


def rename(infra: Infra, owner: Owner, conversation_id: str, title: str) -> ConversationView:
    """Give a conversation another title.

    Raises:
        InvalidRequest: the title is empty or too long.
        NotFound: there is no such conversation for this owner.
    """
    cleaned = " ".join(storable_text(title).split())
    if not cleaned:
        raise InvalidRequest("A title cannot be empty. Write at least one character.")
    if len(cleaned) > TITLE_CHARS:
        raise InvalidRequest(f"A title can have {TITLE_CHARS} characters; this has {len(cleaned)}.")
    return _set(infra, owner, conversation_id, {"title": cleaned})


def pin(infra: Infra, owner: Owner, conversation_id: str, *, is_pinned: bool) -> ConversationView:
    """Keep a conversation at the top of the list, or no longer.

    Raises:
        NotFound: there is no such conversation for this owner.
    """
    return _set(infra, owner, conversation_id, {"is_pinned": is_pinned})


def archive(
    infra: Infra, owner: Owner, conversation_id: str, *, is_archived: bool
) -> ConversationView:
    """Take a conversation out of the list without deleting it, or bring it back.

    Raises:
        NotFound: there is no such conversation for this owner.
    """
    return _set(infra, owner, conversation_id, {"is_archived": is_archived})


def delete(infra: Infra, owner: Owner, conversation_id: str) -> None:
    """Delete softly and end its share link; a turn that runs is stopped first.

    Raises:
        NotFound: there is no such conversation for this owner, or it is deleted already.
        DependencyUnavailable: its turn runs elsewhere and cannot be told to stop now.
    """
    with infra.database.reading() as session:
        live_turn_id = owned.conversation(session, owner, conversation_id).live_turn_id
    if live_turn_id:
        turn.stop(infra, owner, live_turn_id)
    gone = {"deleted_at": infra.clock.now(), "share_hash": None}
    _set(infra, owner, conversation_id, gone)


def restore(infra: Infra, owner: Owner, conversation_id: str) -> ConversationView:
    """Undo a deletion.

    Raises:
        NotFound: there is no such deleted conversation for this owner.
    """
    return _set(infra, owner, conversation_id, {"deleted_at": None}, is_deleted=True)


def pin_artifact(
    infra: Infra, owner: Owner, conversation_id: str, artifact_id: str, *, is_pinned: bool
) -> None:
    """Keep an artifact at the front of the panel, or no longer.

    Raises:
        NotFound: there is no such artifact for this owner.
    """
    with infra.database.transaction() as session:
        owned.conversation(session, owner, conversation_id)
        changed = session.execute(
            update(ArtifactRow)
            .where(
                ArtifactRow.conversation_id == conversation_id,
                ArtifactRow.artifact_id == artifact_id,
            )
            .values(is_pinned=is_pinned)
        )
        if not affected(changed):
            raise NotFound


def _set(
    infra: Infra,
    owner: Owner,
    conversation_id: str,
    columns: Mapping[str, object],
    *,
    is_deleted: bool = False,
) -> ConversationView:
    """Write single columns; the rest of the row is not even looked at before."""
    with infra.database.transaction() as session:
        owned.conversation(session, owner, conversation_id, is_deleted=is_deleted)
        session.execute(
            update(Conversation)
            .where(Conversation.id == conversation_id)
            .values(**columns)
            .execution_options(synchronize_session=False)
        )
        session.expire_all()
        return conversation_view(session.get_one(Conversation, conversation_id))
