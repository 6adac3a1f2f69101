"""The one transaction that begins a turn: conversation, question, placeholder and claim.

The caller holds the conversation's lock. A turn that the conversation still calls live has no owner
then, so it is mended first.
"""

from dataclasses import dataclass

from sqlalchemy import update
from sqlalchemy.orm import Session

from chatapp.conversation import claims, repair, stored
from chatapp.conversation.codec import dump_parts
from chatapp.conversation.models import Conversation, MessageRow
from chatapp.conversation.titles import derived_title
from chatapp.domain.ask import AskRequest
from chatapp.domain.conversations import TurnRef
from chatapp.domain.errors import ConversationBusy, NotFound
from chatapp.domain.identity import Owner
from chatapp.domain.ids import new_id
from chatapp.domain.messages import Role, TextPart
from chatapp.domain.turns import MessageState
from chatapp.infra.db import affected
from chatapp.infra.handle import Infra


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
        return _mine(session, owner, ask, ask.conversation_id or "")


def begin(infra: Infra, owner: Owner, ask: AskRequest, conversation_id: str) -> Begun:
    """Write the question, the answer's placeholder and the claim, all or nothing.

    Raises:
        NotFound: the conversation is not there for this owner.
        ConversationBusy: its last turn is still making files, or another writer was faster.
        IntegrityError: the request id has been claimed meanwhile.
    """
    if ask.conversation_id:
        _mend(infra, require(infra, owner, ask))
    ref = TurnRef(conversation_id, ask.request_id, new_id(), new_id())
    with infra.database.transaction() as session:
        if ask.conversation_id is None:
            session.add(_new(infra, owner, ask, conversation_id))
            session.flush()
        conversation = _mine(session, owner, ask, conversation_id)
        seq, version = conversation.last_seq, conversation.version
        _take(infra, session, conversation, ref)
        session.add_all(_messages(infra, ask, ref, seq))
        claims.add(session, owner, ask, ref, infra.clock.now())
        session.flush()
    return Begun(ref, version)


def _mine(session: Session, owner: Owner, ask: AskRequest, conversation_id: str) -> Conversation:
    found = session.get(Conversation, conversation_id)
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
        repair.mark_stale(infra, turn)


def _new(infra: Infra, owner: Owner, ask: AskRequest, conversation_id: str) -> Conversation:
    now = infra.clock.now()
    return Conversation(
        id=conversation_id,
        account_id=owner.account_id,
        actor_id=owner.actor_id,
        repository_id=ask.repository_id,
        title=derived_title(ask.question),
        created_at=now,
        updated_at=now,
    )


def _take(infra: Infra, session: Session, conversation: Conversation, ref: TurnRef) -> None:
    """Make the turn the conversation's live one, if nobody has written to it meanwhile."""
    taken = session.execute(
        update(Conversation)
        .where(
            Conversation.id == conversation.id,
            Conversation.last_seq == conversation.last_seq,
            Conversation.live_turn_id.is_(None),
        )
        .values(
            last_seq=conversation.last_seq + 2,
            live_turn_id=ref.turn_id,
            updated_at=infra.clock.now(),
        )
        .execution_options(synchronize_session=False)
    )
    if affected(taken) != 1:
        raise ConversationBusy(
            "Another question came to this conversation first. Wait for its answer.",
            retry_after_s=2,
        )


def _messages(infra: Infra, ask: AskRequest, ref: TurnRef, seq: int) -> list[MessageRow]:
    now = infra.clock.now()
    question = MessageRow(
        id=ref.user_message_id,
        conversation_id=ref.conversation_id,
        seq=seq + 1,
        role=Role.USER,
        state=MessageState.COMPLETED,
        request_id=ref.request_id,
        parts=dump_parts([TextPart(ask.question)]),
        text=ask.question,
        created_at=now,
        finished_at=now,
    )
    answer = MessageRow(
        id=ref.assistant_message_id,
        conversation_id=ref.conversation_id,
        seq=seq + 2,
        role=Role.ASSISTANT,
        state=MessageState.STREAMING,
        request_id=ref.request_id,
        created_at=now,
    )
    return [question, answer]
