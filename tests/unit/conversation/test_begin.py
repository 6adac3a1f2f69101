"""The transaction that begins a turn."""

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from chatapp.conversation import begin, leases
from chatapp.conversation.models import Conversation, MessageRow
from chatapp.domain.errors import ConversationBusy, NotFound
from chatapp.domain.ids import new_id
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, answer, question, rows


def test_a_claim_that_is_taken_leaves_nothing_behind(infra: Infra) -> None:
    begin.begin(infra, ALICE, question(), new_id())
    with pytest.raises(IntegrityError):
        begin.begin(infra, ALICE, question(), new_id())
    with infra.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Conversation)) == 1
        assert session.scalar(select(func.count()).select_from(MessageRow)) == 2


@pytest.mark.requirement("H01")
def test_a_writer_that_read_an_older_conversation_is_told_that_it_is_busy(infra: Infra) -> None:
    """The second defence, for when the lock in Redis was lost."""
    ref = answer(infra).ref
    following = question("Two", request_id="r-2", conversation_id=ref.conversation_id)
    seen_seq = rows(infra, ref.conversation_id)[-1].seq
    begin.begin(infra, ALICE, following, ref.conversation_id)
    with infra.database.transaction() as session, pytest.raises(ConversationBusy):
        begin.take(session.connection(), ref, seen_seq, infra.clock.now())
    assert [row.seq for row in rows(infra, ref.conversation_id)] == [1, 2, 3, 4]


def test_the_version_is_that_of_the_history_before(infra: Infra) -> None:
    ref = answer(infra).ref
    following = question("Two", request_id="r-2", conversation_id=ref.conversation_id)
    assert begin.begin(infra, ALICE, following, ref.conversation_id).version == 1


def test_a_deleted_conversation_is_not_asked(infra: Infra) -> None:
    ref = answer(infra).ref
    with infra.database.transaction() as session:
        row = session.get_one(Conversation, ref.conversation_id)
        row.deleted_at = infra.clock.now()
    with pytest.raises(NotFound):
        begin.require(infra, ALICE, question(conversation_id=ref.conversation_id))


def test_a_live_turn_is_not_mended_while_locks_may_be_lost(
    infra: Infra, monkeypatch: pytest.MonkeyPatch
) -> None:
    ref = begin.begin(infra, ALICE, question(), new_id()).ref
    following = question("Two", request_id="r-2", conversation_id=ref.conversation_id)
    monkeypatch.setattr(leases, "TAKE_BACK_S", 10**9)
    with pytest.raises(ConversationBusy):
        begin.begin(infra, ALICE, following, ref.conversation_id)
    monkeypatch.setattr(leases, "TAKE_BACK_S", 0)
    begin.begin(infra, ALICE, following, ref.conversation_id)
    assert rows(infra, ref.conversation_id)[1].state == "stale"
