"""Share links."""

import pytest
from gevent.event import Event

from chatapp.conversation import queries, sharing
from chatapp.conversation.models import Conversation
from chatapp.domain.errors import NotFound
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, ScriptedAgent, answer, begin, question


def test_whoever_has_the_link_reads_the_ended_turns(infra: Infra) -> None:
    ref = answer(infra).ref
    token = sharing.share(infra, ALICE, ref.conversation_id)
    running = question("Two", request_id="r-2", conversation_id=ref.conversation_id)
    begin(infra, running, ScriptedAgent(Event()))
    shared = sharing.read_shared(infra, token)
    assert [message.text for message in shared.messages] == ["What is this?", "Hello there"]
    assert queries.get(infra, ALICE, ref.conversation_id).is_shared


def test_a_revoked_link_shows_nothing(infra: Infra) -> None:
    ref = answer(infra).ref
    token = sharing.share(infra, ALICE, ref.conversation_id)
    for _ in range(2):
        sharing.revoke(infra, ALICE, ref.conversation_id)
    for unknown in (token, "", "x", token + "x"):
        with pytest.raises(NotFound):
            sharing.read_shared(infra, unknown)


def test_a_new_link_ends_the_one_before(infra: Infra) -> None:
    ref = answer(infra).ref
    first = sharing.share(infra, ALICE, ref.conversation_id)
    second = sharing.share(infra, ALICE, ref.conversation_id)
    with pytest.raises(NotFound):
        sharing.read_shared(infra, first)
    assert sharing.read_shared(infra, second).messages


def test_the_token_itself_is_not_stored(infra: Infra) -> None:
    ref = answer(infra).ref
    token = sharing.share(infra, ALICE, ref.conversation_id)
    with infra.database.reading() as session:
        assert session.get_one(Conversation, ref.conversation_id).share_hash != token
