import json
import re

import pytest
from flask import Flask

from chatapp.domain.errors import ProviderBusy
from chatapp.domain.stream import TextDelta
from tests.functional.callers import Caller
from tests.functional.conftest import Play
from tests.functional.web.conftest import conversation_of
from tests.unit.conversation.fakes import ScriptedAgent


def page_of(caller: Caller, path: str) -> str:
    response = caller.get(path)
    assert response.status_code == 200
    return response.get_data(as_text=True)


def test_a_new_conversation_offers_questions(owner: Caller, indexed_id: str) -> None:
    page = page_of(owner, f"/repos/{indexed_id}/chat?q=bees.py%3A%20")
    assert "Ask garden" in page
    assert "data-ask" in page
    assert ">bees.py: </textarea>" in page
    assert "files indexed" in page


def test_a_repository_without_an_index_shows_its_progress(
    owner: Caller, repository_id: str
) -> None:
    assert "Waiting for a worker" in page_of(owner, f"/repos/{repository_id}/chat")


@pytest.mark.requirement("Q05")
def test_an_answer_shows_tools_sources_and_lost_places(
    alice: Caller, indexed_id: str, talkative: ScriptedAgent
) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    page = page_of(alice, f"/repos/{indexed_id}/chat/{conversation_id}")
    assert '<details class="tool done"' in page
    assert "1 place" in page
    link = re.search(rf'class="cite" href="(/repos/{indexed_id}/blob/\w+/bees.py#L1-L2)"', page)
    assert link
    assert "1 source" in page
    assert re.search(r'class="lost" title="[^"]+">old/gone.py:9', page)
    assert 'role="tab"' in page
    assert "HX-Request" not in page
    assert alice.get(link[1].partition("#")[0]).status_code == 200


@pytest.mark.requirement("W03")
def test_pages_are_whole_and_never_stored(alice: Caller, indexed_id: str) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    response = alice.get(f"/repos/{indexed_id}/chat/{conversation_id}", headers=headers)
    assert response.headers["Cache-Control"] == "no-store"
    assert "<!DOCTYPE html>" in response.get_data(as_text=True)


@pytest.mark.requirement("W05")
def test_a_failed_answer_says_why_and_offers_another_try(
    alice: Caller, indexed_id: str, play: Play
) -> None:
    play(ScriptedAgent(TextDelta("Half"), ProviderBusy("The provider is busy. Try later.")))
    conversation_id = conversation_of(alice, indexed_id)
    page = page_of(alice, f"/repos/{indexed_id}/chat/{conversation_id}")
    assert "The provider is busy. Try later." in page
    assert "Try again" in page
    assert "Half" in page


@pytest.mark.requirement("U01")
def test_somebody_elses_conversation_does_not_exist(
    alice: Caller, bob: Caller, indexed_id: str
) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    for path in (
        f"/repos/{indexed_id}/chat/{conversation_id}",
        f"/conversations/{conversation_id}/export.md",
    ):
        assert bob.get(path).status_code == 404
    assert "What do bees do?" not in page_of(bob, "/conversations")


def test_a_conversation_belongs_to_one_repository(alice: Caller, indexed_id: str) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    other = "0" * 32
    assert alice.get(f"/repos/{other}/chat/{conversation_id}").status_code == 404


def test_conversations_are_searched_by_their_text(
    alice: Caller, indexed_id: str, talkative: ScriptedAgent
) -> None:
    conversation_of(alice, indexed_id, "What do bees do?")
    found = page_of(alice, "/conversations?q=buzz")
    assert "What do bees do?" in found
    assert "No conversation matches." in page_of(alice, "/conversations?q=elephants")


def test_a_conversation_is_exported(alice: Caller, indexed_id: str) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    markdown = alice.get(f"/conversations/{conversation_id}/export.md")
    assert "attachment" in markdown.headers["Content-Disposition"]
    assert "What do bees do?" in markdown.get_data(as_text=True)
    exported = alice.get(f"/conversations/{conversation_id}/export.json")
    assert json.loads(exported.data)
    assert alice.get(f"/conversations/{conversation_id}/export.exe").status_code == 404


def test_a_share_link_shows_a_page_without_buttons(
    app: Flask, alice: Caller, indexed_id: str
) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    shown = alice.post(f"/fragments/conversation/share/{conversation_id}").get_data(as_text=True)
    link = re.search(r"<code>http://localhost(/shared/[^<]+)</code>", shown)
    assert link
    stranger = app.test_client()
    page = stranger.get(link[1]).get_data(as_text=True)
    assert "Hello there" in page
    assert "<form" not in page
    assert "<textarea" not in page
    alice.post(f"/fragments/conversation/unshare/{conversation_id}")
    assert stranger.get(link[1]).status_code == 404


def test_a_question_can_be_about_a_file(alice: Caller, indexed_id: str) -> None:
    page = page_of(alice, f"/repos/{indexed_id}/chat?about=bees.py")
    assert 'name="about" value="bees.py"' in page
    assert "Ask about the whole repository" in page
