"""Terminal states are written once."""

from itertools import product

import pytest
from sqlalchemy.exc import IntegrityError

from chatapp.conversation import terminal
from chatapp.conversation.endings import COMPLETED, STOPPED, Ending
from chatapp.conversation.models import Conversation
from chatapp.conversation.prepare import prepare_turn
from chatapp.conversation.record import TurnRecord
from chatapp.conversation.terminal import TurnEnd
from chatapp.domain.conversations import TurnRef
from chatapp.domain.errors import IllegalTransition
from chatapp.domain.events import Artifact
from chatapp.domain.ids import new_id
from chatapp.domain.messages import TextPart
from chatapp.domain.turns import TERMINAL_STATES, MessageState
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, question, rows


@pytest.fixture
def ref(infra: Infra) -> TurnRef:
    return prepare_turn(infra, ALICE, question()).ref


def end(ref: TurnRef, ending: Ending = COMPLETED, text: str = "a") -> TurnEnd:
    record = TurnRecord(parts=(TextPart(text),))
    return TurnEnd(ref.conversation_id, ref.turn_id, ending, record)


@pytest.mark.parametrize(("first", "second"), sorted(product(TERMINAL_STATES, TERMINAL_STATES)))
def test_the_first_terminal_state_stays(
    infra: Infra, ref: TurnRef, first: MessageState, second: MessageState
) -> None:
    terminal.write(infra, end(ref, Ending(first), "first"))
    with pytest.raises(IllegalTransition):
        terminal.write(infra, end(ref, Ending(second), "second"))
    row = rows(infra, ref.conversation_id)[-1]
    assert (row.state, row.text) == (first, "first")


def test_files_in_the_making_lead_to_completed(infra: Infra, ref: TurnRef) -> None:
    terminal.mark_processing(infra, ref.turn_id)
    with pytest.raises(IllegalTransition):
        terminal.write(infra, end(ref, STOPPED))
    terminal.write(infra, end(ref))
    assert rows(infra, ref.conversation_id)[-1].state == "completed"


def test_the_end_advances_the_conversation_and_frees_it(infra: Infra, ref: TurnRef) -> None:
    terminal.write(infra, end(ref))
    with infra.database.reading() as session:
        row = session.get_one(Conversation, ref.conversation_id)
    assert (row.version, row.live_turn_id) == (1, None)


def test_a_late_end_does_not_free_the_next_turn(infra: Infra, ref: TurnRef) -> None:
    with infra.database.transaction() as session:
        session.get_one(Conversation, ref.conversation_id).live_turn_id = "another"
    terminal.write(infra, end(ref))
    with infra.database.reading() as session:
        assert session.get_one(Conversation, ref.conversation_id).live_turn_id == "another"


def test_message_and_artifacts_are_stored_together_or_not_at_all(
    infra: Infra, ref: TurnRef
) -> None:
    twice = TurnRecord(artifacts=[Artifact("a", "t", 1), Artifact("a", "t", 2)])
    with pytest.raises(IntegrityError):
        terminal.write(infra, TurnEnd(ref.conversation_id, ref.turn_id, COMPLETED, twice))
    assert rows(infra, ref.conversation_id)[-1].state == "streaming"


def test_a_message_that_is_gone_cannot_end(infra: Infra, ref: TurnRef) -> None:
    gone = TurnEnd(ref.conversation_id, new_id(), COMPLETED, TurnRecord())
    with pytest.raises(IllegalTransition):
        terminal.write(infra, gone)
