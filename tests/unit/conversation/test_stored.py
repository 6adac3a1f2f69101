"""Turns as the database has them."""

import pytest

from chatapp.conversation import commands, stored
from chatapp.domain.errors import NotFound
from chatapp.domain.ids import new_id
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, BOB, answer


def test_a_turn_is_found_with_its_question_and_owner(infra: Infra) -> None:
    ref = answer(infra).ref
    for turn in (stored.load(infra, ref.turn_id), stored.load(infra, ref.turn_id, ALICE)):
        assert (turn.ref, turn.owner) == (ref, ALICE)


def test_questions_unknown_and_foreign_turns_are_not_found(infra: Infra) -> None:
    ref = answer(infra).ref
    for turn_id, owner in (
        (ref.user_message_id, ALICE),
        (new_id(), ALICE),
        (ref.turn_id, BOB),
    ):
        with pytest.raises(NotFound):
            stored.load(infra, turn_id, owner)


def test_a_deleted_conversations_turn_is_the_servers_alone(infra: Infra) -> None:
    ref = answer(infra).ref
    commands.delete(infra, ALICE, ref.conversation_id)
    with pytest.raises(NotFound):
        stored.load(infra, ref.turn_id, ALICE)
    assert stored.load(infra, ref.turn_id).ref == ref
