import json
from typing import Any

import pytest

from chatapp.domain.errors import ContentBlocked, ProviderProtocol
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import ReasoningDelta, StreamEvent, TextDelta
from chatapp.providers.gemini.chunks import decoder
from chatapp.providers.gemini.reply import Reply
from chatapp.providers.peer import Peer
from chatapp.providers.policy.failures import Refused

PEER = Peer("gemini", "gemini-3.5-flash-lite", "Google Gemini")


def chunk(*parts: Any, finish: str | None = None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"parts": list(parts), "role": "model"}}
    return {"candidates": [candidate | ({"finishReason": finish} if finish else {})]}


def read(*raw: dict[str, Any]) -> tuple[Reply, list[StreamEvent]]:
    reply = Reply(PEER)
    return reply, list(reply.events(decoder.decode(json.dumps(one)) for one in raw))


def call(name: str, signature: str | None = None, **more: Any) -> dict[str, Any]:
    part: dict[str, Any] = {"functionCall": {"name": name, "args": {"p": 1}, **more}}
    return part | ({"thoughtSignature": signature} if signature else {})


@pytest.mark.requirement("P11")
@pytest.mark.parametrize(
    "raw",
    [
        [chunk(call("A", "S"), call("B")), chunk(finish="STOP")],
        [chunk(call("A", "S")), chunk(call("B"), finish="STOP")],
    ],
    ids=["one chunk", "two chunks"],
)
def test_a_signature_stays_on_the_call_it_came_on(raw: list[dict[str, Any]]) -> None:
    reply, _ = read(*raw)
    assert reply.native() == {"role": "model", "parts": [call("A", "S"), call("B")]}
    states = [native.call.provider_state for native in reply.calls]
    assert states == [
        ProviderState("gemini", "gemini-3.5-flash-lite", {"thoughtSignature": "S"}),
        None,
    ]


def test_a_calls_own_id_is_used_and_kept() -> None:
    reply, _ = read(chunk(call("A", id="native-1"), finish="STOP"))
    (native,) = reply.calls
    assert native.call.call_id == "native-1"
    assert native.call.provider_state is not None
    assert native.call.provider_state.data == {"id": "native-1"}


def test_calls_without_ids_get_different_ones() -> None:
    reply, _ = read(chunk(call("A"), call("A"), finish="STOP"))
    assert len({native.call.call_id for native in reply.calls}) == 2


def test_a_signed_text_is_kept_apart_and_as_state() -> None:
    reply, told = read(
        chunk({"text": "a"}),
        chunk({"text": "b"}),
        chunk({"text": "", "thoughtSignature": "S"}, finish="STOP"),
    )
    assert told == [TextDelta("a"), TextDelta("b")]
    parts = [{"text": "ab"}, {"text": "", "thoughtSignature": "S"}]
    assert reply.native() == {"role": "model", "parts": parts}
    state = reply.state()
    assert state is not None
    assert state.data == {"texts": parts}


def test_thoughts_are_reasoning_and_do_not_go_back() -> None:
    reply, told = read(chunk({"text": "hm", "thought": True}, {"text": "x"}, finish="STOP"))
    assert told == [ReasoningDelta("hm"), TextDelta("x")]
    assert reply.native()["parts"] == [{"text": "x"}]
    assert reply.state() is None


@pytest.mark.requirement("P13")
@pytest.mark.parametrize(
    "raw",
    [
        {"candidates": [{"content": {}, "finishReason": "STOP"}]},
        {"candidates": [{"finishReason": "STOP"}]},
        {"candidates": [{"content": {"parts": None}, "finishReason": "STOP"}]},
    ],
)
def test_an_empty_candidate_is_no_crash(raw: dict[str, Any]) -> None:
    reply, told = read(raw)
    assert (told, reply.finish_reason) == ([], "STOP")


@pytest.mark.requirement("P13")
@pytest.mark.parametrize(
    "raw",
    [
        {"promptFeedback": {"blockReason": "SAFETY"}},
        {"candidates": [], "promptFeedback": {"blockReason": "SAFETY"}},
        chunk(finish="SAFETY"),
    ],
)
def test_a_blocked_question_is_told_with_the_reason(raw: dict[str, Any]) -> None:
    with pytest.raises(ContentBlocked, match="Blocked by Google Gemini: SAFETY"):
        read(raw)


def test_usage_is_the_last_count_and_thoughts_are_output() -> None:
    counts = {"promptTokenCount": 10, "candidatesTokenCount": 3, "thoughtsTokenCount": 2,
              "cachedContentTokenCount": 4}  # fmt: skip
    reply, _ = read(
        {**chunk({"text": "x"}), "usageMetadata": {"promptTokenCount": 10}},
        {**chunk(finish="STOP"), "usageMetadata": counts},
    )
    assert reply.usage is not None
    usage = reply.usage.neutral()
    assert (usage.input_tokens, usage.output_tokens, usage.cached_tokens) == (10, 5, 4)


def test_an_error_in_the_stream_is_a_refusal() -> None:
    with pytest.raises(Refused):
        read({"error": {"code": 503, "message": "m", "status": "UNAVAILABLE"}})


def test_another_protocols_events_are_told() -> None:
    with pytest.raises(ProviderProtocol):
        read({"type": "message_start"})
