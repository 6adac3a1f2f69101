"""A repository with an index, and conversations to look at."""

import re

import pytest

from chatapp.codebase.index.build import build_index
from chatapp.domain.events import Artifact, ToolFinished, ToolStarted
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from tests.functional.callers import Caller
from tests.functional.conftest import Play
from tests.unit.conversation.fakes import ScriptedAgent

HITS = {
    "query": "buzz",
    "total": 1,
    "commit": "c" * 40,
    "hits": [
        {
            "path": "bees.py",
            "start_line": 1,
            "end_line": 2,
            "symbol": "buzz",
            "lines": [
                {"number": 1, "text": "def buzz():", "is_match": True},
                {"number": 2, "text": "    return 'bzz'", "is_match": False},
            ],
        }
    ],
}


@pytest.fixture
def indexed_id(infra: Infra, repository_id: str) -> str:
    """The small repository, indexed."""
    build_index(infra, repository_id)
    return repository_id


@pytest.fixture
def talkative(play: Play) -> ScriptedAgent:
    """An agent that uses a tool, lays an artifact down and cites a line."""
    return play(
        ScriptedAgent(
            ToolStarted("c1", "search_codebase", {"query": "buzz"}),
            ToolFinished(
                "c1",
                "search_codebase",
                "1 place",
                "<evidence>",
                Artifact("a1", "search_results", HITS),
            ),
            TextDelta("Bees buzz (bees.py:1-2).\n\n"),
            TextDelta("Nothing at old/gone.py:9.\n"),
        )
    )


def conversation_of(caller: Caller, repository_id: str, message: str = "What do bees do?") -> str:
    """Ask, wait for the end, and give the conversation's id."""
    return str(caller.ask(repository_id, message)[0]["conversation_id"])


def answer_id(page: str) -> str:
    """The id of the last answer on a page."""
    return re.findall(r'class="turn bot"\s+id="chat-message-(\w+)"', page)[-1]


def question_id(page: str) -> str:
    """The id of the last question on a page."""
    return re.findall(r'class="turn you"\s+id="chat-message-(\w+)"', page)[-1]


def read_to_end(caller: Caller, page: str) -> str:
    """Read the newest answer of a page as its connector does, to the end."""
    response = caller.get(f"/turns/{answer_id(page)}/events", headers={"HX-Request": "true"})
    assert response.mimetype == "text/event-stream"
    return response.get_data(as_text=True)
