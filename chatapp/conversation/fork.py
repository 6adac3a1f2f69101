"""Branches: a new conversation with a copy of the messages up to one of them.

Editing a question is a fork before it and a new question; regenerating is a fork before the
question and the same question again. Order, roles, times, tool pairs, provider state and artifacts
are copied as they are; the source is not touched (case H02).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import inspect, select
from sqlalchemy.orm import Session

from chatapp.conversation import owned
from chatapp.conversation.models import ArtifactRow, Conversation, MessageRow
from chatapp.conversation.views import conversation_view
from chatapp.domain.conversations import ConversationView
from chatapp.domain.errors import Conflict, InvalidRequest, NotFound
from chatapp.domain.identity import Owner
from chatapp.domain.ids import new_id
from chatapp.domain.turns import MessageState, is_terminal_state
from chatapp.infra.db import Base
from chatapp.infra.handle import Infra

Row = TypeVar("Row", bound=Base)


def fork(
    infra: Infra,
    owner: Owner,
    conversation_id: str,
    *,
    through_message_id: str | None = None,
    before_message_id: str | None = None,
) -> ConversationView:
    """A copy up to and with one message, or up to and without it.

    Raises:
        InvalidRequest: not exactly one of the two was given.
        NotFound: the conversation or message is not there for this owner.
        Conflict: a message that would be copied is still being written.
    """
    if (through_message_id is None) == (before_message_id is None):
        raise InvalidRequest(
            "Give exactly one of through_message_id (copied too) and before_message_id."
        )
    with infra.database.transaction() as session:
        source = owned.conversation(session, owner, conversation_id)
        edge = _edge(session, source, through_message_id or before_message_id or "")
        last_seq = edge.seq if through_message_id else edge.seq - 1
        rows = _until(session, source, last_seq)
        copy = _Copy(source=source, forked_from=edge.id)
        return conversation_view(copy.write(infra, session, rows))


def _edge(session: Session, source: Conversation, message_id: str) -> MessageRow:
    found = session.get(MessageRow, message_id)
    if found is None or found.conversation_id != source.id:
        raise NotFound
    return found


def _until(session: Session, source: Conversation, last_seq: int) -> Sequence[MessageRow]:
    rows = session.scalars(
        select(MessageRow)
        .where(MessageRow.conversation_id == source.id, MessageRow.seq <= last_seq)
        .order_by(MessageRow.seq)
    ).all()
    if not all(is_terminal_state(MessageState(row.state)) for row in rows):
        raise Conflict("That message is still being written. Fork when it is finished.")
    return rows


def _copied(row: Row, **changes: object) -> Row:
    """A new row of the same kind: every column as it is, but for `changes`."""
    names = (column.key for column in inspect(type(row)).column_attrs)
    return type(row)(**{**{name: getattr(row, name) for name in names}, **changes})


@dataclass(frozen=True, slots=True)
class _Copy:
    source: Conversation
    forked_from: str

    def write(self, infra: Infra, session: Session, rows: Sequence[MessageRow]) -> Conversation:
        made = self._conversation(infra, last_seq=len(rows))
        session.add(made)
        session.flush()
        ids = {row.id: new_id() for row in rows}
        session.add_all(
            _copied(row, id=ids[row.id], conversation_id=made.id, seq=seq)
            for seq, row in enumerate(rows, 1)
        )
        session.flush()
        kept = session.scalars(select(ArtifactRow).where(ArtifactRow.message_id.in_(ids))).all()
        session.add_all(
            _copied(row, message_id=ids[row.message_id], conversation_id=made.id) for row in kept
        )
        session.flush()
        return made

    def _conversation(self, infra: Infra, *, last_seq: int) -> Conversation:
        now = infra.clock.now()
        return _copied(
            self.source,
            id=new_id(),
            is_pinned=False,
            is_archived=False,
            version=0,
            last_seq=last_seq,
            live_turn_id=None,
            forked_from=self.forked_from,
            share_hash=None,
            created_at=now,
            updated_at=now,
        )
