"""Finding by owner."""

import pytest

from chatapp.conversation import commands, owned
from chatapp.domain.errors import NotFound
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, BOB, answer


def test_only_the_owner_finds_and_deletion_is_respected(infra: Infra) -> None:
    ref = answer(infra).ref
    commands.delete(infra, ALICE, ref.conversation_id)
    with infra.database.reading() as session:
        for is_deleted in (True, None):
            found = owned.conversation(session, ALICE, ref.conversation_id, is_deleted=is_deleted)
            assert found.id == ref.conversation_id
            with pytest.raises(NotFound):
                owned.conversation(session, BOB, ref.conversation_id, is_deleted=is_deleted)
        with pytest.raises(NotFound):
            owned.conversation(session, ALICE, ref.conversation_id)
        with pytest.raises(NotFound):
            owned.message(session, ALICE, ref.turn_id)
