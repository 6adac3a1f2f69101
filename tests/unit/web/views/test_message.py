from datetime import timedelta

import pytest

from chatapp.domain.messages import ReasoningPart, Role, ToolCallPart, ToolResultPart
from chatapp.domain.turns import MessageState
from chatapp.web.markdown.citations import NO_CITATIONS
from chatapp.web.views.message import question_html, turn
from tests.unit.web.markdown.fakes import book_of
from tests.unit.web.views.conftest import NOW, message


def test_a_question_is_shown_as_typed() -> None:
    shown = turn(message("Why `a<b`?", role=Role.USER), NO_CITATIONS)
    assert shown.is_user
    assert shown.html == "Why <code>a&lt;b</code>?"
    assert shown.text == "Why `a<b`?"


@pytest.mark.requirement("X05")
def test_nothing_but_code_is_marked_up_in_a_question() -> None:
    assert question_html("**a** <b>\n`x\ny`") == "**a** &lt;b&gt;\n`x\ny`"


def test_an_answer_keeps_the_order_in_which_it_grew() -> None:
    shown = turn(
        message(
            ReasoningPart("Hm."),
            ToolCallPart("c1", "search", {"query": "x"}),
            ToolResultPart("c1", "search", "text", "1 hit", "a1"),
            "First.\n\nSecond.",
            ToolCallPart("c2", "read", {}),
            "   ",
        ),
        NO_CITATIONS,
    )
    kinds = [
        "tool" if item.tool else "thought" if item.thinking else str(item.html)
        for item in shown.segments
    ]
    assert kinds == ["thought", "tool", "<p>First.</p>\n", "<p>Second.</p>\n", "tool"]
    tools = [item.tool for item in shown.segments if item.tool]
    assert [tool.status for tool in tools] == ["done", "failed"]
    assert [tool.dom_id[-2:] for tool in tools] == ["-0", "-1"]


def test_sources_are_numbered_as_they_are_cited() -> None:
    shown = turn(message("One (a.py:1) two (b.py:2)."), book_of("a.py:1", "b.py:2"))
    assert [(item.number, item.path) for item in shown.sources] == [(1, "a.py"), (2, "b.py")]


def test_a_live_answer_is_a_place_to_stream_into() -> None:
    for state in (MessageState.STREAMING, MessageState.PROCESSING):
        shown = turn(message("half", state=state, finished_at=None), NO_CITATIONS)
        assert shown.is_live
        assert shown.segments == ()


@pytest.mark.requirement("W05")
def test_a_failure_has_its_reason_and_a_way_on() -> None:
    failed = message("", state=MessageState.FAILED, error_message="Busy. Try later.")
    shown = turn(failed, NO_CITATIONS)
    assert shown.error == "Busy. Try later."
    assert shown.retry_url.endswith("m" * 32)
    unsaid = turn(message("", state=MessageState.FAILED), NO_CITATIONS)
    assert unsaid.error == "No reason was recorded."


def test_a_stopped_answer_says_so() -> None:
    shown = turn(message("half", state=MessageState.CANCELED), NO_CITATIONS)
    assert (shown.is_stopped, shown.error) == (True, "")


def test_an_answer_whose_server_died_says_why_and_not_that_it_was_stopped() -> None:
    lost = message("half", state=MessageState.STALE, error_message="The server stopped.")
    shown = turn(lost, NO_CITATIONS)
    assert (shown.is_stopped, shown.error) == (False, "The server stopped.")


@pytest.mark.parametrize("reason", ["max_tokens", "max_rounds", "loop"])
def test_an_early_end_is_noted(reason: str) -> None:
    assert turn(message("x", stop_reason=reason), NO_CITATIONS).notes
    assert turn(message("x"), NO_CITATIONS).notes == ()


def test_a_shared_answer_offers_nothing_to_do() -> None:
    shown = turn(message("x"), NO_CITATIONS, is_shared=True)
    assert (shown.retry_url, shown.regenerate_url, shown.fork_url) == ("", "", "")
    asked = turn(message("x", role=Role.USER), NO_CITATIONS, is_shared=True)
    assert asked.edit_url == ""


def test_who_answered_and_how_long_it_took() -> None:
    shown = turn(message("x", finished_at=NOW + timedelta(seconds=6.4)), NO_CITATIONS)
    assert (shown.model, shown.took) == ("openai · gpt-x", "6.4 s")
    same = turn(message("x", provider="extractive", model="extractive"), NO_CITATIONS)
    assert same.model == "extractive"
    assert turn(message("x", finished_at=None), NO_CITATIONS).took == ""
