import json
from typing import Any

import pytest

from chatapp.domain.errors import ContentBlocked, ProviderProtocol
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import (
    ReasoningDelta,
    StateKept,
    Stop,
    StreamEvent,
    TextDelta,
    ToolRequested,
    Usage,
)
from chatapp.providers.openai.answer import Answer, merged
from chatapp.providers.openai.chunks import Chunk, decoder
from chatapp.providers.peer import Peer
from chatapp.providers.policy.failures import Refused

PEER = Peer("openai", "gpt-4o", "OpenAI")
USAGE = {"prompt_tokens": 10, "completion_tokens": 50}


class Chunks(list[Chunk]):
    """Decoded chunks, with the word whether the end was announced."""

    is_done = False


def chunks(*raw: Any) -> Chunks:
    return Chunks(decoder.decode(json.dumps(chunk)) for chunk in raw)


def delta(content: str | None = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {"choices": [{"delta": {"content": content, **more}, "finish_reason": finish}]}


def events(*raw: Any, is_done: bool = False) -> list[StreamEvent]:
    given = chunks(*raw)
    given.is_done = is_done
    return list(Answer(PEER).events(given))


NO_CHOICES = {"choices": [], "usage": USAGE}


@pytest.mark.requirement("P03")
@pytest.mark.parametrize(
    "raw",
    [
        [delta("Hi"), delta(finish="stop"), NO_CHOICES],
        [delta("H"), NO_CHOICES, delta("i"), delta(finish="stop")],
        [{"choices": [], "prompt_filter_results": [{}]}, delta("Hi"), delta(finish="stop"),
         NO_CHOICES],
        [{"choices": None}, delta("Hi"), {"choices": None, "usage": USAGE}, delta(finish="stop")],
        [delta("Hi"), {**delta(finish="stop"), "usage": USAGE}, NO_CHOICES],
        [{"id": "x"}, delta("Hi"), {"choices": [{}]}, delta(finish="stop"), NO_CHOICES],
    ],
    ids=["last", "middle", "first", "null", "twice", "bare"],
)  # fmt: skip
def test_chunks_without_choices_do_no_harm_and_usage_counts_once(raw: list[Any]) -> None:
    told = events(*raw)
    assert "".join(event.text for event in told if isinstance(event, TextDelta)) == "Hi"
    assert told[-2:] == [Usage(10, 50), Stop("end_turn")]


@pytest.mark.parametrize(
    ("usage", "cached"),
    [
        ({"prompt_tokens_details": {"cached_tokens": 4}}, 4),
        ({"prompt_cache_hit_tokens": 5}, 5),
        ({"cached_tokens": 6}, 6),
        ({"prompt_tokens_details": {}}, 0),
    ],
)
def test_the_cache_is_counted_wherever_a_provider_counts_it(
    usage: dict[str, Any], cached: int
) -> None:
    told = events(delta("x", "stop"), {"choices": [], "usage": {**USAGE, **usage}})
    assert Usage(10, 50, cached) in told


def test_an_announced_end_without_a_reason_is_an_end() -> None:
    assert events(delta("Hi"), is_done=True)[-1] == Stop("end_turn")


@pytest.mark.requirement("P08")
def test_an_end_that_nobody_announced_is_none() -> None:
    assert events(delta("Hi")) == [TextDelta("Hi")]


@pytest.mark.requirement("P05")
@pytest.mark.parametrize(
    ("error", "message", "status"),
    [
        ({"message": "context too long", "type": "BadRequestError", "code": 400},
         "context too long", 400),
        ({"message": "slow", "code": "429"}, "slow", 429),
        ("plain words", "plain words", None),
    ],
)  # fmt: skip
def test_an_error_in_the_stream_is_a_refusal(error: Any, message: str, status: int | None) -> None:
    with pytest.raises(Refused) as raised:
        events(delta("Half"), {"error": error}, is_done=True)
    assert (raised.value.complaint.message, raised.value.complaint.status) == (message, status)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_comes_from_either_field(field: str) -> None:
    assert events(delta(**{field: "hm"}))[0] == ReasoningDelta("hm")


def test_reasoning_in_both_fields_counts_once() -> None:
    told = events(delta(reasoning_content="hm", reasoning="hm"))
    assert told == [ReasoningDelta("hm")]


def test_reasoning_is_kept_for_its_maker() -> None:
    told = events(delta(reasoning_content="h"), delta(reasoning_content="m"), delta("x", "stop"))
    assert StateKept(ProviderState("openai", "gpt-4o", {"reasoning_content": "hm"})) in told


def test_reasoning_details_are_joined_to_whole_blocks() -> None:
    pieces = [
        {"type": "reasoning.text", "index": 0, "text": "h"},
        {"type": "reasoning.text", "index": 0, "text": "m", "signature": None},
        {"type": "reasoning.text", "index": 0, "text": "", "signature": "S"},
        {"type": "reasoning.encrypted", "index": 1, "data": "D"},
    ]
    assert merged(pieces) == [
        {"type": "reasoning.text", "index": 0, "text": "hm", "signature": "S"},
        {"type": "reasoning.encrypted", "index": 1, "data": "D"},
    ]


def call(arguments: str) -> dict[str, Any]:
    return {"index": 0, "id": "a", "function": {"name": "read", "arguments": arguments}}


@pytest.mark.requirement("P17")
@pytest.mark.parametrize("finish", ["length", "tool_calls"])
def test_a_call_that_was_cut_off_ends_at_the_output_limit(finish: str) -> None:
    told = events(delta(tool_calls=[call('{"path":"a.py"')]), delta(finish=finish))
    (asked,) = [event.call for event in told if isinstance(event, ToolRequested)]
    assert asked.arguments == {}
    assert (asked.argument_error or "").startswith("truncated")
    assert told[-1] == Stop("max_tokens")


@pytest.mark.requirement("P17")
def test_a_whole_call_at_the_output_limit_still_says_so() -> None:
    told = events(delta(tool_calls=[call('{"path":"a.py"}')]), delta(finish="length"))
    assert told[-1] == Stop("max_tokens")


@pytest.mark.requirement("A09")
def test_a_call_that_is_no_json_is_not_taken_for_cut_off() -> None:
    told = events(delta(tool_calls=[call('{"action": fooo_x"}')]), delta(finish="tool_calls"))
    (asked,) = [event.call for event in told if isinstance(event, ToolRequested)]
    assert asked.argument_error == "Expecting value at character 11"
    assert told[-1] == Stop("tool_use")


@pytest.mark.parametrize("finish", ["stop", "tool_calls", "function_call"])
def test_calls_stop_for_tools_whatever_the_server_says(finish: str) -> None:
    told = events(delta(tool_calls=[call("{}")]), delta(finish=finish))
    assert told[-1] == Stop("tool_use")


def test_a_filtered_answer_is_told() -> None:
    with pytest.raises(ContentBlocked, match="content_filter"):
        events(delta("Half"), delta(finish="content_filter"))


def test_an_answer_that_was_not_streamed_is_read_too() -> None:
    whole = {"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}], "usage": USAGE}
    assert events(whole) == [TextDelta("Hi"), Usage(10, 50), Stop("end_turn")]


def test_another_protocols_events_are_told() -> None:
    with pytest.raises(ProviderProtocol, match="another protocol"):
        events({"type": "message_start"}, {"type": "message_stop"})


def test_an_unknown_reason_is_kept() -> None:
    assert events(delta("x", "eos_found"))[-1] == Stop("eos_found")


def test_content_in_parts_is_text_and_thinking() -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    content: Any = [thinking, {"type": "text", "text": "Hi"}, {"type": "image"}]
    assert events(delta(content)) == [ReasoningDelta("hm"), TextDelta("Hi")]
