from dataclasses import replace
from typing import Any

import pytest

from chatapp.providers.openai.request import request_body
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.quirks import Quirk

PEER = Peer("deepseek", "deepseek-v4-pro", "DeepSeek", "https://api.deepseek.com")
OPENAI = Peer("openai", "gpt-6.1-terra", "OpenAI", "https://api.openai.com/v1")


def asked(state: Any = None) -> Ask:
    kept = {"provider": "deepseek", "model": "deepseek-v4-pro", "data": state} if state else None
    function = {"name": "read", "arguments": '{"p": 1}'}
    return Ask(
        [
            {"role": "user", "content": "q"},
            {"role": "assistant", "content": None, "provider_state": kept,
             "reasoning": "hm", "tool_calls": [{"id": "a", "function": function}]},
            {"role": "tool", "tool_call_id": "a", "content": "r"},
        ],
        tools=[{"type": "function", "function": {"name": "read"}}],
        system_prompt="sys",
        max_tokens=100,
    )  # fmt: skip


def test_the_messages_are_in_openais_shape() -> None:
    assert request_body(PEER, asked())["messages"] == [
        {"role": "system", "content": "sys"},
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "a", "type": "function",
             "function": {"name": "read", "arguments": '{"p": 1}'}}]},
        {"role": "tool", "tool_call_id": "a", "content": "r"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("peer", "quirks", "name"),
    [
        (PEER, (), "max_tokens"),
        (OPENAI, (), "max_completion_tokens"),
        (replace(OPENAI, base_url="http://localhost:4000/v1"), (), "max_tokens"),
        (PEER, (Quirk.COMPLETION_TOKENS,), "max_completion_tokens"),
        (OPENAI, (Quirk.PLAIN_MAX_TOKENS,), "max_tokens"),
    ],
)
def test_the_limit_has_the_name_that_the_server_knows(
    peer: Peer, quirks: tuple[Quirk, ...], name: str
) -> None:
    body = request_body(peer, replace(asked(), quirks=frozenset(quirks)))
    names = {"max_tokens", "max_completion_tokens"} & set(body)
    assert (names, body[name]) == ({name}, 100)


def test_a_reasoning_model_gets_no_temperature() -> None:
    assert "temperature" not in request_body(OPENAI, asked())
    assert request_body(PEER, asked())["temperature"] == 0.7


def test_usage_is_asked_for_unless_the_server_refuses() -> None:
    assert request_body(PEER, asked())["stream_options"] == {"include_usage": True}
    body = request_body(PEER, replace(asked(), quirks=frozenset({Quirk.NO_USAGE_OPTION})))
    assert "stream_options" not in body


def test_tools_are_left_out_for_a_model_without() -> None:
    body = request_body(PEER, replace(asked(), quirks=frozenset({Quirk.NO_TOOLS})))
    assert "tools" not in body
    assert "tools" not in request_body(PEER, replace(asked(), tools=()))


def test_reasoning_goes_back_in_the_field_it_came_in() -> None:
    for state in ({"reasoning_content": "hm"}, {"reasoning_details": [{"type": "x"}]}):
        message = request_body(PEER, asked(state))["messages"][2]
        assert {name: message[name] for name in state} == state


@pytest.mark.requirement("P16")
def test_a_retry_without_reasoning_has_none_in_any_field() -> None:
    state = {"reasoning_content": "hm", "reasoning_details": [{"text": "hm"}]}
    body = request_body(PEER, replace(asked(state), quirks=frozenset({Quirk.NO_REASONING})))
    assert "reasoning" not in str(body)
    assert "hm" not in str(body["messages"])
