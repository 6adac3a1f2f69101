import json
from typing import Any

import pytest

from chatapp.domain.messages import ToolCall
from chatapp.providers.gemini.chunks import FunctionCall, Part
from chatapp.providers.gemini.reply import NativeCall
from chatapp.providers.gemini.request import body, contents, results
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.quirks import Quirk

PEER = Peer("gemini", "gemini-3.5-flash-lite", "Google Gemini")


def state(**data: Any) -> dict[str, Any]:
    return {"provider": "gemini", "model": "gemini-3.5-flash-lite", "data": data}


def call(call_id: str, name: str, **data: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"id": call_id, "function": {"name": name, "arguments": '{"p": 1}'}}
    return made | ({"provider_state": state(**data)} if data else {})


def result(call_id: str, content: str = "r") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


HISTORY = [
    {"role": "user", "content": "q"},
    {"role": "assistant", "content": None,
     "tool_calls": [call("1", "A", thoughtSignature="S"), call("2", "B", id="native-2")]},
    result("1", '{"result": "x"}'),
    result("2", "plain"),
]  # fmt: skip


@pytest.mark.requirement("P11")
def test_a_stored_reply_goes_back_as_one_content_with_its_signature_in_place() -> None:
    stored = json.loads(json.dumps(HISTORY))
    assert contents(PEER, Ask(stored)) == [
        {"role": "user", "parts": [{"text": "q"}]},
        {"role": "model", "parts": [
            {"functionCall": {"name": "A", "args": {"p": 1}}, "thoughtSignature": "S"},
            {"functionCall": {"name": "B", "args": {"p": 1}, "id": "native-2"}}]},
        {"role": "user", "parts": [
            {"functionResponse": {"name": "A", "response": {"result": "x"}}},
            {"functionResponse": {"name": "B", "response": {"result": "plain"},
                                  "id": "native-2"}}]},
    ]  # fmt: skip


def test_a_question_after_results_joins_their_content() -> None:
    native = contents(PEER, Ask([*HISTORY, {"role": "user", "content": "next"}]))
    assert [content["role"] for content in native] == ["user", "model", "user"]
    assert native[-1]["parts"][-1] == {"text": "next"}


def test_a_signed_text_goes_back_as_it_came_unless_it_was_changed() -> None:
    texts = [{"text": "ab"}, {"text": "", "thoughtSignature": "S"}]
    for said, parts in (("ab", texts), ("other", [{"text": "other"}])):
        message = {"role": "assistant", "content": said, "provider_state": state(texts=texts)}
        assert contents(PEER, Ask([message]))[0]["parts"] == parts


@pytest.mark.requirement("P16")
def test_a_retry_without_reasoning_has_no_signature() -> None:
    ask = Ask(HISTORY, quirks=frozenset({Quirk.NO_REASONING}))
    assert "thoughtSignature" not in str(contents(PEER, ask))
    assert "thinkingConfig" not in str(body(PEER, ask))


def test_a_tool_without_parameters_declares_none() -> None:
    function = {"name": "list", "parameters": {"type": "object", "properties": {}}}
    (tools,) = body(PEER, Ask([], tools=[{"function": function}]))["tools"]
    assert tools == {"functionDeclarations": [{"name": "list", "description": ""}]}


def test_limits_and_instructions_are_sent() -> None:
    sent = body(PEER, Ask([], system_prompt="sys", max_tokens=7))
    assert sent["systemInstruction"] == {"parts": [{"text": "sys"}]}
    assert sent["generationConfig"]["maxOutputTokens"] == 7
    assert "tools" not in sent


def test_results_inside_the_stream_are_one_content_in_call_order() -> None:
    calls = [
        NativeCall(ToolCall("1", "A"), FunctionCall("A", None, "native")),
        NativeCall(ToolCall("2", "B"), FunctionCall("B")),
    ]
    assert Part(text="x").text == "x"
    assert results([(calls[0], {"ok": 1}), (calls[1], "text")]) == {
        "role": "user",
        "parts": [
            {"functionResponse": {"name": "A", "response": {"ok": 1}, "id": "native"}},
            {"functionResponse": {"name": "B", "response": {"result": "text"}}},
        ],
    }
