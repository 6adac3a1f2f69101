import json
from typing import Any

import pytest

from chatapp.domain.errors import ContentBlocked, ProviderProtocol
from chatapp.domain.messages import ProviderState, ToolCall
from chatapp.domain.stream import StateKept, Stop, StreamEvent, TextDelta, ToolRequested
from chatapp.providers.openai.responses_answer import ResponsesAnswer
from chatapp.providers.openai.responses_events import decoder
from chatapp.providers.peer import Peer
from chatapp.providers.policy.failures import Refused

PEER = Peer("openai", "gpt-5.5-pro", "OpenAI")
DONE = {"type": "response.completed", "response": {"status": "completed"}}


def events(*raw: Any) -> list[StreamEvent]:
    return list(ResponsesAnswer(PEER).events(decoder.decode(json.dumps(one)) for one in raw))


def item(**fields: Any) -> dict[str, Any]:
    return {"type": "response.output_item.done", "item": fields}


def incomplete(reason: str) -> dict[str, Any]:
    details = {"reason": reason}
    return {"type": "response.incomplete", "response": {"incomplete_details": details}}


def test_calls_and_sealed_reasoning_are_told_at_the_end() -> None:
    reasoning = {"type": "reasoning", "id": "rs", "encrypted_content": "SEALED"}
    call = {"type": "function_call", "call_id": "a", "name": "read", "arguments": '{"p": 1}'}
    state = ProviderState("openai", "gpt-5.5-pro", {"items": [reasoning]})
    assert events(item(**reasoning), item(**call), DONE) == [
        ToolRequested(ToolCall("a", "read", {"p": 1})),
        StateKept(state),
        Stop("tool_use"),
    ]


@pytest.mark.requirement("P17")
def test_a_call_that_was_cut_off_ends_at_the_output_limit() -> None:
    call = {"type": "function_call", "call_id": "a", "name": "read", "arguments": '{"p": '}
    assert events(item(**call), DONE)[-1] == Stop("max_tokens")


def test_the_output_limit_is_told() -> None:
    text = {"type": "response.output_text.delta", "delta": "Half"}
    assert events(text, incomplete("max_output_tokens")) == [TextDelta("Half"), Stop("max_tokens")]


def test_a_filtered_answer_is_told() -> None:
    with pytest.raises(ContentBlocked, match="content_filter"):
        events(incomplete("content_filter"))


@pytest.mark.parametrize(
    "failure",
    [
        {"type": "response.failed", "response": {"error": {"code": "server_error",
                                                           "message": "m"}}},
        {"type": "error", "code": "server_error", "message": "m"},
        {"type": "error", "error": {"type": "server_error", "message": "m"}},
    ],
)  # fmt: skip
def test_a_failure_is_a_refusal(failure: dict[str, Any]) -> None:
    with pytest.raises(Refused) as raised:
        events(failure)
    complaint = raised.value.complaint
    assert (complaint.message, complaint.kind) == ("m", "server_error")


def test_an_end_that_nobody_announced_is_none() -> None:
    assert events({"type": "response.output_text.delta", "delta": "x"}) == [TextDelta("x")]


def test_another_protocols_events_are_told() -> None:
    with pytest.raises(ProviderProtocol):
        events({"object": "chat.completion.chunk"})
