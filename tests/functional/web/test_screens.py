from pathlib import Path

import pytest
from flask import Flask, g

from chatapp.codebase import registry
from chatapp.codebase.index.build import build_index
from chatapp.domain.errors import NotFound
from chatapp.domain.events import ToolFinished, ToolStarted
from chatapp.domain.messages import Role
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from chatapp.web.screens import LATEST, Wanted, chat_screen, first_questions, question_before
from tests.functional.callers import Caller
from tests.functional.conftest import Play
from tests.functional.repositories import git_commit
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


@pytest.mark.requirement("Q05")
def test_an_old_answer_keeps_its_evidence_when_the_index_moves_on(
    reader: Caller, infra: Infra, tmp_path: Path, indexed_id: str, play: Play
) -> None:
    """Its citations were looked up in the present index, and lost when lines had gone."""
    old = str(registry.get(infra, indexed_id).indexed_commit)
    reply = f"Repository garden, indexed commit {old[:12]}.\n…"
    play(
        ScriptedAgent(
            ToolStarted("c1", "search_codebase", {"query": "buzz"}),
            ToolFinished("c1", "search_codebase", "1 place", reply),
            TextDelta("They buzz (bees.py:2)."),
        )
    )
    conversation_id = conversation_of(reader, indexed_id)
    git_commit(tmp_path / "garden", "bees.py", "buzz = 1\n")
    build_index(infra, indexed_id)

    answer = chat_screen(indexed_id, Wanted(conversation_id)).chat.turns[-1]

    assert registry.get(infra, indexed_id).indexed_commit != old
    [source] = answer.sources
    assert source.url == f"/repos/{indexed_id}/blob/{old}/bees.py#L2"
    assert "return" in reader.get(source.url).get_data(as_text=True)
