import json

import pytest

from chatapp.domain.messages import (
    Message,
    Origin,
    ProviderState,
    ReasoningPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from chatapp.runtime.prompt import to_wire

OURS = ProviderState("gemini", "g-1", {"signature": "abc"})


def user(text: str) -> Message:
    return Message(Role.USER, (TextPart(text),))


def assistant(*parts) -> Message:
    return Message(Role.ASSISTANT, parts)


def wire(*messages: Message, provider: str = "gemini", model: str = "g-1"):
    return to_wire(messages, provider, model)


def test_several_rounds_become_calls_followed_by_their_results() -> None:
    messages = wire(
        user("q"),
        assistant(
            TextPart("Let me look."),
            ToolCallPart("c1", "look", {"p": "a"}, 0),
            ToolCallPart("c2", "look", {"p": "b"}, 0),
            ToolResultPart("c2", "look", "B"),
            ToolResultPart("c1", "look", "A"),
            ToolCallPart("c3", "find", {}, 1),
            ToolResultPart("c3", "find", "C"),
            TextPart("It is so."),
        ),
    )
    assert [message["role"] for message in messages] == [
        "user", "assistant", "tool", "tool", "assistant", "tool", "assistant",
    ]  # fmt: skip
    first = messages[1]
    assert first["content"] == "Let me look."
    assert [item["id"] for item in first["tool_calls"]] == ["c1", "c2"]
    assert json.loads(first["tool_calls"][0]["function"]["arguments"]) == {"p": "a"}
    assert [message.get("content") for message in messages[2:4]] == ["A", "B"]
    assert messages[4]["content"] is None
    assert messages[-1] == {"role": "assistant", "content": "It is so."}


@pytest.mark.requirement("A01")
def test_calls_that_were_stopped_get_results_and_real_ones_stay() -> None:
    messages = wire(
        user("q"),
        assistant(
            ToolCallPart("c1", "look", {}),
            ToolCallPart("c2", "look", {"p": 1}),
            ToolCallPart("c3", "look", {"p": 2}),
            ToolResultPart("c2", "look", "real"),
        ),
        user("go on"),
    )
    results = {item["tool_call_id"]: item["content"] for item in messages if item["role"] == "tool"}
    assert list(results) == ["c1", "c2", "c3"]
    assert results["c2"] == "real"
    assert json.loads(results["c1"])["error_code"] == "cancelled"
    assert messages[-1] == {"role": "user", "content": "go on"}


def test_a_result_without_its_call_is_left_out() -> None:
    assert wire(user("q"), assistant(ToolResultPart("c9", "look", "x"), TextPart("a"))) == [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": "a"},
    ]


def test_roles_alternate_and_nothing_blank_is_sent() -> None:
    messages = wire(
        user("one"), assistant(TextPart("  \n")), user("two"), assistant(), user(" "), user("three")
    )
    assert messages == [{"role": "user", "content": "one\n\ntwo\n\nthree"}]


def test_state_and_reasoning_go_to_their_maker() -> None:
    message = assistant(
        ReasoningPart("thinking", OURS), ToolCallPart("c1", "look", {}, 0, provider_state=OURS)
    )
    (calling, _result) = wire(message)
    state = {"provider": "gemini", "model": "g-1", "data": {"signature": "abc"}}
    assert calling["reasoning"] == "thinking"
    assert calling["provider_state"] == state
    assert calling["tool_calls"][0]["provider_state"] == state


@pytest.mark.parametrize(("provider", "model"), [("openai", "g-1"), ("gemini", "g-2")])
def test_state_and_reasoning_never_go_to_another_provider_or_model(provider, model) -> None:
    message = assistant(
        ReasoningPart("thinking", OURS),
        ToolCallPart("c1", "look", {}, provider_state=OURS),
        TextPart("said", OURS),
    )
    text = json.dumps(wire(message, provider=provider, model=model))
    assert "abc" not in text
    assert "thinking" not in text
    assert "said" in text


def test_reasoning_without_a_maker_stays_here() -> None:
    assert wire(assistant(ReasoningPart("thinking"), TextPart("said"))) == [
        {"role": "assistant", "content": "said"}
    ]


def test_the_pages_pre_read_is_part_of_the_question_not_of_a_models_reply() -> None:
    messages = wire(
        user("What is this?"),
        assistant(
            ToolCallPart("g1", "get_context", {"targets": ["a.py"]}, 0, Origin.GROUNDING),
            ToolResultPart("g1", "get_context", "a.py: 3 lines"),
            ToolCallPart("c1", "look", {}, 0),
            ToolResultPart("c1", "look", "A"),
        ),
    )
    assert [message["role"] for message in messages] == ["user", "assistant", "tool"]
    assert messages[0]["content"].startswith("What is this?\n\n[The server has read")
    assert messages[0]["content"].endswith('get_context {"targets":["a.py"]}\na.py: 3 lines')
    assert [item["id"] for item in messages[1]["tool_calls"]] == ["c1"]


def test_a_pre_read_that_failed_is_not_shown() -> None:
    failed = ToolResultPart("g1", "get_context", "{}", error_code="not_found")
    call = ToolCallPart("g1", "get_context", {}, 0, Origin.GROUNDING)
    assert wire(user("q"), assistant(call, failed)) == [{"role": "user", "content": "q"}]
