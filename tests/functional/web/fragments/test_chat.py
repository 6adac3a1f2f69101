import re

import pytest

from chatapp.domain.stream import TextDelta
from tests.functional.callers import Caller
from tests.functional.conftest import Play
from tests.functional.web.conftest import answer_id, conversation_of, question_id, read_to_end
from tests.unit.conversation.fakes import ScriptedAgent

HTMX = {"HX-Request": "true"}


def send(caller: Caller, repository_id: str, **form: str):
    return caller.post(f"/fragments/chat/ask/{repository_id}", data=form, headers=HTMX)


def test_the_first_question_brings_the_whole_conversation(alice: Caller, indexed_id: str) -> None:
    response = send(alice, indexed_id, message="What is `this`?", request_id="r-1")
    page = response.get_data(as_text=True)
    url = response.headers["HX-Push-Url"]
    assert re.fullmatch(rf"/repos/{indexed_id}/chat/[0-9a-f]{{32}}", url)
    assert "What is <code>this</code>?" in page
    assert f'hx-sse:connect="/turns/{answer_id(page)}/events?after=0"' in page
    assert f'/turns/{answer_id(page)}/stop"' in page
    assert 'hx-target="#conversation-list"' in page
    assert alice.get(url).status_code == 200


def test_a_follow_up_is_put_below(alice: Caller, indexed_id: str) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    response = send(alice, indexed_id, message="And then?", conversation_id=conversation_id)
    page = response.get_data(as_text=True)
    assert "HX-Push-Url" not in response.headers
    assert 'hx-target="#chat-thread" hx-swap="beforeend"' in page
    assert page.count('class="turn you"') == 1


def test_without_scripts_the_answer_is_a_page(alice: Caller, indexed_id: str) -> None:
    response = alice.post(f"/fragments/chat/ask/{indexed_id}", data={"message": "Hello?"})
    assert response.status_code == 303
    assert "Hello?" in alice.get(response.location).get_data(as_text=True)


@pytest.mark.requirement("W05")
@pytest.mark.parametrize("message", ["", "   \n ", "x" * 100_001])
def test_a_question_that_cannot_be_sent_is_explained(
    alice: Caller, indexed_id: str, message: str
) -> None:
    response = send(alice, indexed_id, message=message)
    page = response.get_data(as_text=True)
    assert response.status_code == 400
    assert 'hx-target="#chat-problem"' in page
    assert 'id="chat-composer"' not in page, "the box keeps its text"


def test_the_same_request_is_answered_once(
    alice: Caller, indexed_id: str, agent: ScriptedAgent
) -> None:
    for _ in range(2):
        page = send(alice, indexed_id, message="Twice?", request_id="r-1").get_data(as_text=True)
        read_to_end(alice, page)
    assert agent.runs == 1


def test_a_failed_answer_is_asked_for_again_below(
    alice: Caller, indexed_id: str, play: Play
) -> None:
    play(ScriptedAgent(RuntimeError("broken")))
    conversation_id = conversation_of(alice, indexed_id)
    path = f"/repos/{indexed_id}/chat/{conversation_id}"
    failed = answer_id(alice.get(path).get_data(as_text=True))
    play(ScriptedAgent(TextDelta("Better.")))
    page = alice.post(f"/fragments/chat/retry/{failed}", headers=HTMX).get_data(as_text=True)
    assert "What do bees do?" in page
    assert "Better." in read_to_end(alice, page)
    assert alice.post(f"/fragments/chat/retry/{failed}").location == path


def test_answering_again_is_a_branch_and_the_first_answer_stays(
    alice: Caller, indexed_id: str, play: Play
) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    path = f"/repos/{indexed_id}/chat/{conversation_id}"
    answered = answer_id(alice.get(path).get_data(as_text=True))
    agent = play(ScriptedAgent(TextDelta("Second answer.")))
    response = alice.post(f"/fragments/chat/regenerate/{answered}", data={"model": "openai|m"})
    assert response.location != path
    page = alice.get(response.location).get_data(as_text=True)
    assert "Second answer." in read_to_end(alice, page)
    assert agent.runs == 1
    assert "Hello there" in alice.get(path).get_data(as_text=True)


def test_an_edited_question_is_asked_in_a_branch(alice: Caller, indexed_id: str) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    page = alice.get(f"/repos/{indexed_id}/chat/{conversation_id}").get_data(as_text=True)
    response = send(
        alice,
        indexed_id,
        message="What do wasps do?",
        conversation_id=conversation_id,
        edit_of=question_id(page),
    )
    branch = alice.get(response.headers["HX-Redirect"]).get_data(as_text=True)
    assert "What do wasps do?" in branch
    assert branch.count('class="turn you"') == 1


def test_a_branch_ends_with_the_answer_it_was_made_from(alice: Caller, indexed_id: str) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    path = f"/repos/{indexed_id}/chat/{conversation_id}"
    answered = answer_id(alice.get(path).get_data(as_text=True))
    branch = alice.post(f"/fragments/chat/fork/{answered}").location
    assert branch != path
    assert "Hello there" in alice.get(branch).get_data(as_text=True)


@pytest.mark.requirement("W04")
def test_another_tab_can_fetch_the_log(alice: Caller, indexed_id: str) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    page = alice.get(f"/fragments/chat/thread/{conversation_id}", headers=HTMX)
    assert "What do bees do?" in page.get_data(as_text=True)
    assert 'hx-target="#chat-action"' in page.get_data(as_text=True)


@pytest.mark.requirement("U01")
def test_nobody_else_can_touch_a_conversation(alice: Caller, bob: Caller, indexed_id: str) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    page = alice.get(f"/repos/{indexed_id}/chat/{conversation_id}").get_data(as_text=True)
    answered = answer_id(page)
    for kind in ("retry", "regenerate", "fork"):
        assert bob.post(f"/fragments/chat/{kind}/{answered}", headers=HTMX).status_code == 404
    assert bob.get(f"/fragments/chat/thread/{conversation_id}", headers=HTMX).status_code == 404
    sent = send(bob, indexed_id, message="Mine now", conversation_id=conversation_id)
    assert sent.status_code == 404
