from typing import Any

import pytest

from chatapp.providers.wire.transcript import (
    EMPTY_RESULT,
    NO_RESULT,
    AssistantSaid,
    Called,
    UserSaid,
    text_of,
    transcript,
)


def call(call_id: str, arguments: Any = "{}", **more: Any) -> dict[str, Any]:
    return {"id": call_id, "function": {"name": "read", "arguments": arguments}, **more}


def result(call_id: str, content: Any = "ok") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def said(*messages: dict[str, Any], **more: Any) -> tuple[Any, ...]:
    return transcript(messages, "p", "m", **more)


def test_a_call_carries_its_result() -> None:
    turns = said(
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": None, "tool_calls": [call("a", '{"x": 1}'), call("b")]},
        result("b", "second"),
        result("a", "first"),
    )
    calls = (Called("a", "read", {"x": 1}, "first"), Called("b", "read", {}, "second"))
    assert turns == (UserSaid("q"), AssistantSaid("", calls))


def test_a_call_without_a_result_gets_one() -> None:
    (turn,) = said({"role": "assistant", "tool_calls": [call("a")]})
    assert turn.calls[0].result == NO_RESULT


def test_a_result_without_a_call_is_dropped() -> None:
    assert said({"role": "user", "content": "q"}, result("gone")) == (UserSaid("q"),)


def test_an_empty_result_says_so() -> None:
    (turn,) = said({"role": "assistant", "tool_calls": [call("a")]}, result("a", ""))
    assert turn.calls[0].result == EMPTY_RESULT


@pytest.mark.requirement("P14")
@pytest.mark.parametrize("blank", ["", "  \n", None, [], [{"type": "text", "text": ""}]])
def test_empty_turns_vanish_and_roles_alternate(blank: Any) -> None:
    assert said(
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": blank},
        {"role": "user", "content": "two"},
    ) == (UserSaid("one\n\ntwo"),)


@pytest.mark.requirement("P14")
def test_blank_text_beside_a_call_is_no_text() -> None:
    (turn,) = said({"role": "assistant", "content": "\n", "tool_calls": [call("a")]}, result("a"))
    assert turn.text == ""


def test_adjacent_answers_are_joined_unless_calls_are_between() -> None:
    turns = said(
        {"role": "assistant", "content": "a"},
        {"role": "assistant", "content": "b", "tool_calls": [call("x")]},
        result("x"),
        {"role": "assistant", "content": "c"},
    )
    assert [turn.text for turn in turns] == ["a\n\nb", "c"]


@pytest.mark.requirement("P17")
@pytest.mark.parametrize("stored", ['{"path": "a', "[1]", 7, None])
def test_stored_arguments_that_are_no_object_go_back_as_one(stored: Any) -> None:
    (turn,) = said({"role": "assistant", "tool_calls": [call("a", stored)]}, result("a"))
    assert turn.calls[0].arguments_text == "{}"


@pytest.mark.parametrize(
    ("state", "kept"),
    [
        ({"provider": "p", "model": "m", "data": {"s": 1}}, {"s": 1}),
        ({"provider": "p", "model": "other", "data": {"s": 1}}, None),
        ({"provider": "other", "model": "m", "data": {"s": 1}}, None),
        ("nonsense", None),
        ({"provider": "p", "model": "m", "data": "x"}, None),
    ],
)
def test_opaque_state_goes_to_its_maker_only(state: Any, kept: Any) -> None:
    message = {
        "role": "assistant",
        "content": "t",
        "provider_state": state,
        "tool_calls": [call("a", provider_state=state)],
    }
    (turn,) = said(message, result("a"))
    assert (turn.state, turn.calls[0].state) == (kept, kept)
    (bare,) = said(message, result("a"), with_state=False)
    assert (bare.state, bare.calls[0].state) == (None, None)


def test_content_may_be_parts() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "image_url"}, {"type": "text", "text": "b"}]
    assert text_of(parts) == "a\n\nb"
    assert text_of(7) == ""
