import json
from typing import Any

import pytest

from chatapp.domain.messages import ToolCall
from chatapp.domain.stream import (
    ReasoningDelta,
    Stop,
    StreamEvent,
    TextDelta,
    ToolRequested,
    Usage,
)
from chatapp.providers.ollama.answer import Answer, context_cut, decoder
from chatapp.providers.policy.failures import Refused

WINDOW = 1000


def events(*raw: dict[str, Any]) -> list[StreamEvent]:
    return list(Answer(WINDOW).events(decoder.decode(json.dumps(line)) for line in raw))


def said(**message: Any) -> dict[str, Any]:
    return {"message": {"role": "assistant", **message}, "done": False}


def done(reason: str = "stop", **counts: int) -> dict[str, Any]:
    return {"message": {"content": ""}, "done": True, "done_reason": reason, **counts}


def test_thinking_text_usage_and_stop() -> None:
    told = events(said(thinking="hm"), said(content="x"), done(prompt_eval_count=5, eval_count=2))
    assert told == [ReasoningDelta("hm"), TextDelta("x"), Usage(5, 2), Stop("end_turn")]


def test_without_counts_there_is_no_usage() -> None:
    assert events(said(content="x"), done()) == [TextDelta("x"), Stop("end_turn")]


def test_calls_are_whole_and_stop_for_tools() -> None:
    call = {"id": "a", "function": {"name": "read", "arguments": {"p": 1}}}
    told = events(said(tool_calls=[call]), done())
    assert told == [ToolRequested(ToolCall("a", "read", {"p": 1})), Stop("tool_use")]


@pytest.mark.parametrize(
    ("arguments", "parsed"), [('{"p": 1}', {"p": 1}), (None, {}), ({}, {}), ("", {})]
)
def test_arguments_may_be_text_or_missing(arguments: Any, parsed: dict[str, Any]) -> None:
    call = {"function": {"name": "read", "arguments": arguments}}
    (asked, _) = events(said(tool_calls=[call]), done())
    assert isinstance(asked, ToolRequested)
    assert asked.call.arguments == parsed
    assert asked.call.call_id


@pytest.mark.parametrize(("asked", "is_told"), [(WINDOW, True), (WINDOW - 10, True), (900, False)])
def test_a_full_window_is_told(asked: int, *, is_told: bool) -> None:
    told = events(said(content="x"), done(prompt_eval_count=asked, eval_count=1))
    assert (context_cut(WINDOW) in told) is is_told


def test_the_output_limit_is_told() -> None:
    assert events(said(content="x"), done("length"))[-1] == Stop("max_tokens")


def test_an_error_line_is_a_refusal() -> None:
    with pytest.raises(Refused) as raised:
        events(said(content="x"), {"error": "llama runner crashed"})
    assert raised.value.complaint.message == "llama runner crashed"


@pytest.mark.requirement("P08")
def test_an_end_that_nobody_announced_is_none() -> None:
    assert events(said(content="x")) == [TextDelta("x")]
