import pytest
from flask import Flask, g

from chatapp.domain.errors import NotFound
from chatapp.domain.messages import Role
from chatapp.infra.handle import Infra
from chatapp.web.screens import LATEST, Wanted, chat_screen, first_questions, question_before
from tests.functional.callers import Caller
from tests.functional.web.conftest import conversation_of
from tests.unit.conversation.fakes import ScriptedAgent
from tests.unit.web.views.conftest import message


@pytest.fixture
def reader(app: Flask, alice: Caller):
    with app.test_request_context():
        g.principal = alice.principal
        yield alice


def test_a_screen_has_everything_of_a_conversation(
    reader: Caller, indexed_id: str, talkative: ScriptedAgent
) -> None:
    conversation_id = conversation_of(reader, indexed_id)
    screen = chat_screen(indexed_id, Wanted(conversation_id, text="half"))
    assert [turn.is_user for turn in screen.chat.turns] == [True, False]
    assert [tab.artifact_id for tab in screen.panel.tabs] == ["a1"]
    assert screen.composer.text == "half"
    [group] = screen.sidebar.groups
    assert group.items[0].is_current


def test_a_long_conversation_begins_with_its_latest_messages(
    reader: Caller, infra: Infra, indexed_id: str
) -> None:
    """200 messages must be on the page within 300 ms of server time."""
    conversation_id = conversation_of(reader, indexed_id)
    path = f"/api/repos/{indexed_id}/chat/messages"
    for number in range(LATEST // 2):
        body = {"message": f"And {number}?", "conversation_id": conversation_id}
        reader.post(path, body).get_data()
    screen = chat_screen(indexed_id, Wanted(conversation_id))
    assert len(screen.chat.turns) == LATEST
    assert screen.chat.earlier == 2
    whole = chat_screen(indexed_id, Wanted(conversation_id, is_whole=True))
    assert (len(whole.chat.turns), whole.chat.earlier) == (LATEST + 2, 0)


def test_a_conversation_is_found_under_its_own_repository_only(
    reader: Caller, indexed_id: str
) -> None:
    with pytest.raises(NotFound):
        chat_screen(indexed_id, Wanted("0" * 32))


def test_questions_that_cannot_be_had_are_left_out(reader: Caller) -> None:
    assert first_questions("0" * 32) == ()


def test_the_question_of_an_answer_is_the_one_before_it() -> None:
    first = message("one", role=Role.USER, seq=1)
    second = message("two", role=Role.USER, seq=3)
    assert question_before((first, second), message("answer", seq=2)) is first
    assert question_before((first, second), message("answer", seq=4)) is second
    with pytest.raises(NotFound):
        question_before((second,), message("answer", seq=2))
