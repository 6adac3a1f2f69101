import json
from typing import Any

import pytest

from chatapp.domain.errors import ContentBlocked, ProviderProtocol
from chatapp.domain.messages import ProviderState, ToolCall
from chatapp.domain.stream import (
    ReasoningDelta,
    StateKept,
    Stop,
    StreamEvent,
    TextDelta,
    ToolRequested,
    Usage,
)
from chatapp.providers.anthropic.answer import Answer
from chatapp.providers.anthropic.events import decoder
from chatapp.providers.peer import Peer
from chatapp.providers.policy.failures import Refused

PEER = Peer("anthropic", "claude-sonnet-5-5", "Anthropic")
START = {"type": "message_start", "message": {"usage": {
    "input_tokens": 3, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 5,
    "output_tokens": 1}}}  # fmt: skip
STOP = {"type": "message_stop"}


def block(index: int, kind: dict[str, Any], *deltas: dict[str, Any]) -> list[dict[str, Any]]:
    start = {"type": "content_block_start", "index": index, "content_block": kind}
    middle = [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
    return [start, *middle, {"type": "content_block_stop", "index": index}]


def text(index: int, *pieces: str) -> list[dict[str, Any]]:
    deltas = [{"type": "text_delta", "text": piece} for piece in pieces]
    return block(index, {"type": "text", "text": ""}, *deltas)


def use(index: int, call_id: str, *pieces: str) -> list[dict[str, Any]]:
    deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    return block(index, {"type": "tool_use", "id": call_id, "name": "read", "input": {}}, *deltas)


def end(reason: str) -> list[dict[str, Any]]:
    delta = {"type": "message_delta", "delta": {"stop_reason": reason},
             "usage": {"output_tokens": 9}}  # fmt: skip
    return [delta, STOP]


def events(*raw: dict[str, Any]) -> list[StreamEvent]:
    return list(Answer(PEER).events(decoder.decode(json.dumps(one)) for one in raw))


def test_text_usage_and_stop() -> None:
    assert events(START, {"type": "ping"}, *text(0, "a", "b"), *end("end_turn")) == [
        TextDelta("a"),
        TextDelta("b"),
        Usage(12, 9, 4),
        Stop("end_turn"),
    ]


@pytest.mark.requirement("P10")
@pytest.mark.parametrize("pieces", [(), ("",)])
def test_a_call_without_input_is_a_call_with_no_arguments(pieces: tuple[str, ...]) -> None:
    told = events(START, *use(0, "a", *pieces), *end("tool_use"))
    assert told[0] == ToolRequested(ToolCall("a", "read", {}))


def test_parallel_calls_that_are_interleaved_stay_apart() -> None:
    first, second = use(0, "a", '{"p":', "1}"), use(1, "b", '{"p":', "2}")
    mixed = [first[0], second[0], first[1], second[1], first[2], second[2], first[3], second[3]]
    calls = [event.call for event in events(START, *mixed, *end("tool_use"))
             if isinstance(event, ToolRequested)]  # fmt: skip
    assert [(call.call_id, call.arguments) for call in calls] == [("a", {"p": 1}), ("b", {"p": 2})]


def test_thinking_is_kept_with_its_signature_and_in_its_place() -> None:
    thinking = block(
        0,
        {"type": "thinking", "thinking": "", "signature": ""},
        {"type": "thinking_delta", "thinking": "h"},
        {"type": "thinking_delta", "thinking": "m"},
        {"type": "signature_delta", "signature": "SIG"},
    )
    redacted = block(1, {"type": "redacted_thinking", "data": "SEALED"})
    told = events(START, *thinking, *redacted, *text(2, "t"), *use(3, "a", "{}"), *end("tool_use"))
    assert told[:3] == [ReasoningDelta("h"), ReasoningDelta("m"), TextDelta("t")]
    blocks = [
        {"type": "thinking", "thinking": "hm", "signature": "SIG"},
        {"type": "redacted_thinking", "data": "SEALED"},
        {"type": "text", "text": "t"},
        {"type": "tool_use", "id": "a"},
    ]
    state = ProviderState("anthropic", "claude-sonnet-5-5", {"blocks": blocks})
    assert StateKept(state) in told


def test_an_answer_without_thinking_keeps_nothing() -> None:
    told = events(START, *text(0, "t"), *end("end_turn"))
    assert not any(isinstance(event, StateKept) for event in told)


@pytest.mark.requirement("P06")
@pytest.mark.parametrize("error", [{"type": "overloaded_error", "message": "busy"}, "busy", None])
def test_an_error_event_is_a_refusal_after_the_text(error: Any) -> None:
    stream = Answer(PEER).events(
        decoder.decode(json.dumps(one))
        for one in [START, *text(0, "Ha", "lf"), {"type": "error", "error": error}]
    )
    assert [next(stream), next(stream)] == [TextDelta("Ha"), TextDelta("lf")]
    with pytest.raises(Refused):
        next(stream)


@pytest.mark.requirement("P08")
def test_an_end_without_a_stop_reason_is_none() -> None:
    assert events(START, *text(0, "Half")) == [TextDelta("Half")]
    assert events(START, *text(0, "Half"), STOP) == [TextDelta("Half")]


@pytest.mark.requirement("P17")
def test_a_call_that_was_cut_off_ends_at_the_output_limit() -> None:
    told = events(START, *use(0, "a", '{"p": "x'), *end("tool_use"))
    assert told[-1] == Stop("max_tokens")


def test_a_refusal_by_policy_is_told() -> None:
    with pytest.raises(ContentBlocked, match="refusal"):
        events(START, *end("refusal"))


def test_an_unknown_reason_and_unknown_events_do_no_harm() -> None:
    told = events(START, {"type": "new_event"}, *text(0, "t"), *end("pause_turn"))
    assert told[-1] == Stop("pause_turn")


def test_another_protocols_events_are_told() -> None:
    with pytest.raises(ProviderProtocol):
        events({"object": "chat.completion.chunk"})
