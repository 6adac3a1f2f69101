"""Searching titles and texts."""

import pytest

from chatapp.conversation import commands
from chatapp.conversation.searching import search, snippet
from chatapp.domain.stream import TextDelta
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, BOB, ScriptedAgent, answer


def found(infra: Infra, text: str) -> list[str]:
    return [hit.conversation.title for hit in search(infra, ALICE, text)]


@pytest.fixture
def library(infra: Infra, clock: FakeClock) -> Infra:
    texts = {
        "Where is the parser?": "In `parse_file`, 100% of it.",
        "日志在哪里": "调用链从浏览器到提供方，经过流式传输。",
        "Plain": "The STREAM ends with done_event.",
    }
    for number, (asked, told) in enumerate(texts.items()):
        agent = ScriptedAgent(TextDelta(told))
        answer(infra, asked, agent=agent, request_id=f"r-{number}")
        clock.advance(1)
    answer(infra, "Bob's parser", owner=BOB)
    return infra


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("parser", ["Where is the parser?"]),
        ("parse_file", ["Where is the parser?"]),
        ("stream", ["Plain"]),
        ("流式", ["日志在哪里"]),
        ("日志", ["日志在哪里"]),
        ("100%", ["Where is the parser?"]),
        ("%", ["Where is the parser?"]),
        ("e_e", ["Plain"]),
        ("_", ["Plain", "Where is the parser?"]),
        ("'; DROP TABLE", []),
        ("", []),
        ("   ", []),
        ("\\", []),
    ],
)
def test_titles_and_texts_are_found_in_any_script(
    library: Infra, text: str, titles: list[str]
) -> None:
    assert found(library, text) == titles


def test_a_hit_names_the_newest_message_and_shows_the_place(library: Infra) -> None:
    (hit,) = search(library, ALICE, "提供方")
    assert hit.message_id
    assert hit.snippet == "调用链从浏览器到提供方，经过流式传输。"
    (title_hit,) = search(library, ALICE, "plai")
    assert title_hit.snippet == "Plain"


def test_deleted_conversations_are_not_found(library: Infra) -> None:
    (hit,) = search(library, ALICE, "stream")
    commands.delete(library, ALICE, hit.conversation.conversation_id)
    assert found(library, "stream") == []


def test_no_more_than_asked_for(library: Infra) -> None:
    assert len(search(library, ALICE, "a", limit=1)) == 1
    assert search(library, ALICE, "a", repository_id="x") == ()


def test_a_snippet_is_one_line_with_marks_where_it_was_cut() -> None:
    text = "x" * 100 + "\nneedle\n" + "y" * 100
    shown = snippet(text, "NEEDLE")
    assert shown.startswith("…x")
    assert shown.endswith("y…")
    assert " needle " in shown
