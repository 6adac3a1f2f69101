"""The one transaction that begins a turn: conversation, question, placeholder and claim.

The caller holds the conversation's lock. A turn that the conversation still calls live has no owner
then (unless Redis has just lost the lock), so it is mended first. Statements are built once: this
runs before every first token.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, insert, update
from sqlalchemy.orm import Session

from chatapp.conversation import claims, leases, repair, stored
from chatapp.conversation.codec import dump_parts
from chatapp.conversation.models import CONVERSATIONS, MESSAGES, Conversation
from chatapp.conversation.titles import derived_title
from chatapp.domain.ask import AskRequest
from chatapp.domain.conversations import TurnRef
from chatapp.domain.errors import ConversationBusy, NotFound
from chatapp.domain.identity import Owner
from chatapp.domain.ids import new_id
from chatapp.domain.messages import Role, TextPart
from chatapp.domain.turns import MessageState
from chatapp.infra.handle import Infra

_NEW_CONVERSATION: Final = insert(CONVERSATIONS)
_NEW_MESSAGES: Final = insert(MESSAGES)
_TAKE: Final = (
    update(CONVERSATIONS)
    .where(
        CONVERSATIONS.c.id == bindparam("conversation_id"),
        CONVERSATIONS.c.last_seq == bindparam("seen_seq"),
        CONVERSATIONS.c.live_turn_id.is_(None),
    )
    .values(
        last_seq=bindparam("new_seq"),
        live_turn_id=bindparam("turn_id"),
        updated_at=bindparam("now"),
    )
)


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn that is in the database; `version` is that of the history before it."""

    ref: TurnRef
    version: int


def require(infra: Infra, owner: Owner, ask: AskRequest) -> Conversation:
    """The conversation that the question belongs to.

    Raises:
        NotFound: it is unknown, deleted, another owner's or another repository's.
    """
    with infra.database.reading() as session:
        return _mine(session, owner, ask)


def begin(infra: Infra, owner: Owner, ask: AskRequest, conversation_id: str) -> Begun:
    """Write the question, the answer's placeholder and the claim, all or nothing.

    Raises:
        NotFound: the conversation is not there for this owner.
        ConversationBusy: its last turn is still making files, or another writer was faster.
        IntegrityError: the request id has been claimed meanwhile.
    """
    now = infra.clock.now()
    ref = TurnRef(conversation_id, ask.request_id, new_id(), new_id())
    if ask.conversation_id:
        _mend(infra, require(infra, owner, ask))
    with infra.database.transaction() as session:
        seq, version = len(ask.earlier), 0
        if ask.conversation_id:
            conversation = _mine(session, owner, ask)
            seq, version = conversation.last_seq, conversation.version
            take(session.connection(), ref, seq, now)
        else:
            values = _conversation(owner, ask, ref, now)
            session.connection().execute(_NEW_CONVERSATION, values)
            if ask.earlier:
                session.connection().execute(_NEW_MESSAGES, _brought(ask, ref, now))
        session.connection().execute(_NEW_MESSAGES, _messages(ask, ref, seq, now))
        claims.add(session.connection(), owner, ask, ref, now)
    return Begun(ref, version)


def take(connection: Connection, ref: TurnRef, seen_seq: int, now: datetime) -> None:
    """Make the turn the conversation's live one, if nobody has written to it meanwhile.

    Raises:
        ConversationBusy: somebody has.
    """
    values = {
        "conversation_id": ref.conversation_id,
        "seen_seq": seen_seq,
        "new_seq": seen_seq + 2,
        "turn_id": ref.turn_id,
        "now": now,
    }
    if connection.execute(_TAKE, values).rowcount != 1:
        raise ConversationBusy(
            "Another question came to this conversation first. Wait for its answer.",
            retry_after_s=2,
        )


def _mine(session: Session, owner: Owner, ask: AskRequest) -> Conversation:
    found = session.get(Conversation, ask.conversation_id)
    if found is None or Owner(found.account_id, found.actor_id) != owner or found.deleted_at:
        raise NotFound
    if ask.repository_id is not None and found.repository_id != ask.repository_id:
        raise NotFound
    return found


def _mend(infra: Infra, conversation: Conversation) -> None:
    """End the turn that a crash left; whoever holds the lock knows that it has no owner."""
    if conversation.live_turn_id is None:
        return
    turn = stored.load(infra, conversation.live_turn_id)
    if turn.state is MessageState.PROCESSING:
        raise ConversationBusy(
            "The files of the last answer are still being made. Wait for them, or ask in another"
            " conversation.",
            retry_after_s=5,
        )
    if turn.state is MessageState.STREAMING:
        if leases.may_be_lost(infra):
            raise ConversationBusy(
                "The last answer may still be running, since Redis has just been restarted. Try"
                " again in a moment.",
                retry_after_s=5,
            )
        repair.mark_stale(infra, turn)


def _conversation(owner: Owner, ask: AskRequest, ref: TurnRef, now: datetime) -> dict[str, object]:
    return {
        "id": ref.conversation_id,
        "account_id": owner.account_id,
        "actor_id": owner.actor_id,
        "repository_id": ask.repository_id,
        "title": derived_title(ask.question),
        "last_seq": len(ask.earlier) + 2,
        "live_turn_id": ref.turn_id,
        "created_at": now,
        "updated_at": now,
    }


def _brought(ask: AskRequest, ref: TurnRef, now: datetime) -> list[dict[str, object]]:
    """The rows of what was said before as the caller tells it; no provider stands behind them."""
    request_id, rows = "", []
    for seq, message in enumerate(ask.earlier, 1):
        request_id = new_id() if message.role is Role.USER else request_id
        row = {
            "id": new_id(),
            "conversation_id": ref.conversation_id,
            "request_id": request_id,
            "seq": seq,
            "role": message.role,
            "state": MessageState.COMPLETED,
            "parts": dump_parts(message.parts),
            "text": message.text,
            "created_at": now,
            "finished_at": now,
        }
        rows.append(row)
    return rows


def _messages(ask: AskRequest, ref: TurnRef, seq: int, now: datetime) -> list[dict[str, object]]:
    shared = {
        "conversation_id": ref.conversation_id,
        "request_id": ref.request_id,
        "created_at": now,
    }
    question = {
        **shared,
        "id": ref.user_message_id,
        "seq": seq + 1,
        "role": Role.USER,
        "state": MessageState.COMPLETED,
        "parts": dump_parts([TextPart(ask.question)]),
        "text": ask.question,
        "finished_at": now,
    }
    answer = {
        **shared,
        "id": ref.turn_id,
        "seq": seq + 2,
        "role": Role.ASSISTANT,
        "state": MessageState.STREAMING,
        "parts": "[]",
        "text": "",
        "finished_at": None,
    }
    return [question, answer]
