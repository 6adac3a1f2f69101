from dataclasses import replace
from typing import Any

import pytest

from chatapp.providers.anthropic.request import CACHED, OPENING, request_body
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.quirks import Quirk

PEER = Peer("anthropic", "claude-sonnet-5-5", "Anthropic")
THOUGHT = {"type": "thinking", "thinking": "hm", "signature": "SIG"}
TOOL = {"type": "function", "function": {"name": "read", "description": "d"}}


def calling(text: str | None, *ids: str, blocks: list[Any] | None = None) -> dict[str, Any]:
    state = {"provider": "anthropic", "model": "claude-sonnet-5-5", "data": {"blocks": blocks}}
    calls = [{"id": one, "function": {"name": "read", "arguments": '{"p": 1}'}} for one in ids]
    message: dict[str, Any] = {"role": "assistant", "content": text, "tool_calls": calls}
    return message | ({"provider_state": state} if blocks else {})


def result(call_id: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": f"r{call_id}"}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def sent(*messages: dict[str, Any], quirks: tuple[Quirk, ...] = ()) -> list[dict[str, Any]]:
    body = request_body(PEER, Ask(messages, quirks=frozenset(quirks)))
    last = body["messages"][-1]["content"][-1]
    assert last.pop("cache_control") == {"type": "ephemeral"}
    return [{"role": m["role"], "content": m["content"]} for m in body["messages"]]


def use(call_id: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": "read", "input": {"p": 1}}


def test_all_results_of_a_reply_come_before_the_next_question_in_one_message() -> None:
    messages = sent(user("q"), calling("t", "a", "b"), result("b"), result("a"), user("next"))
    assert messages == [
        {"role": "user", "content": [{"type": "text", "text": "q"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "t"}, use("a"), use("b")]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": "ra"},
            {"type": "tool_result", "tool_use_id": "b", "content": "rb"},
            {"type": "text", "text": "next"}]},
    ]  # fmt: skip


def test_roles_alternate_over_several_rounds() -> None:
    messages = sent(user("q"), calling(None, "a"), result("a"), calling(None, "b"), result("b"))
    assert [message["role"] for message in messages] == ["user", "assistant"] * 2 + ["user"]


def test_a_trimmed_conversation_still_begins_with_the_user() -> None:
    messages = sent({"role": "assistant", "content": "t"}, user("q"))
    assert messages[0] == {"role": "user", "content": [{"type": "text", "text": OPENING}]}


def test_thinking_goes_back_unchanged_and_in_its_order() -> None:
    blocks = [THOUGHT, {"type": "text", "text": "t"}, THOUGHT, {"type": "tool_use", "id": "a"}]
    messages = sent(user("q"), calling("t", "a", blocks=blocks), result("a"))
    assert messages[1]["content"] == [THOUGHT, {"type": "text", "text": "t"}, THOUGHT, use("a")]


def test_thinking_leads_where_the_rest_was_changed_since() -> None:
    blocks = [{"type": "text", "text": "long text"}, THOUGHT, {"type": "tool_use", "id": "a"}]
    messages = sent(user("q"), calling("short", "a", blocks=blocks), result("a"))
    assert messages[1]["content"] == [THOUGHT, {"type": "text", "text": "short"}, use("a")]


@pytest.mark.requirement("P14")
def test_a_blank_text_among_kept_blocks_is_left_out() -> None:
    blocks = [THOUGHT, {"type": "text", "text": " \n"}, {"type": "tool_use", "id": "a"}]
    messages = sent(user("q"), calling(None, "a", blocks=blocks), result("a"))
    assert messages[1]["content"] == [THOUGHT, use("a")]


@pytest.mark.requirement("P16")
def test_a_retry_without_reasoning_has_none_in_any_field() -> None:
    blocks = [THOUGHT, {"type": "tool_use", "id": "a"}]
    ask = Ask([user("q"), calling(None, "a", blocks=blocks), result("a")])
    assert "thinking" in str(request_body(PEER, ask))
    body = request_body(PEER, replace(ask, quirks=frozenset({Quirk.NO_REASONING})))
    assert "thinking" not in str(body)
    assert "SIG" not in str(body)


def test_instructions_and_tools_are_cached_with_one_marker() -> None:
    body = request_body(PEER, Ask([user("q")], tools=[TOOL], system_prompt="sys"))
    assert body["system"] == [{"type": "text", "text": "sys", **CACHED}]
    assert body["tools"] == [
        {"name": "read", "description": "d", "input_schema": {"type": "object", "properties": {}}}
    ]


@pytest.mark.parametrize(
    ("model", "thinks"),
    [("claude-sonnet-5-5", True), ("claude-opus-4-6", True), ("claude-haiku-4-5", False)],
)
def test_only_models_that_know_it_are_told_to_think(model: str, *, thinks: bool) -> None:
    assert ("thinking" in request_body(replace(PEER, model=model), Ask([user("q")]))) is thinks


def test_nothing_to_say_is_no_crash() -> None:
    assert request_body(PEER, Ask([]))["messages"] == []


def test_used_tools_are_declared_where_none_may_be_called_any_more() -> None:
    """The forced last answer was refused: its messages had tool blocks and it declared no tools."""
    body = request_body(PEER, Ask((user("q"), calling("", "a", "b"), result("a"), result("b"))))

    assert body["tool_choice"] == {"type": "none"}
    assert [tool["name"] for tool in body["tools"]] == ["read"]
    assert body["tools"][0]["input_schema"]["type"] == "object"


def test_tools_that_are_offered_may_be_called() -> None:
    body = request_body(PEER, Ask((user("q"), calling("", "a"), result("a")), tools=(TOOL,)))

    assert "tool_choice" not in body
    assert len(body["tools"]) == 1


def test_a_conversation_without_tools_declares_none() -> None:
    assert not {"tools", "tool_choice"} & request_body(PEER, Ask((user("q"),))).keys()
