from dataclasses import replace

import pytest

from chatapp.providers.openai.responses_request import needs_responses, request_body
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.quirks import Quirk

PEER = Peer("openai", "gpt-5.5-pro", "OpenAI")
STATE = {"provider": "openai", "model": "gpt-5.5-pro",
         "data": {"items": [{"type": "reasoning", "id": "rs"}]}}  # fmt: skip
ASK = Ask(
    [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": "t", "provider_state": STATE,
         "tool_calls": [{"id": "a", "function": {"name": "read", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "a", "content": "r"},
    ],
    tools=[{"type": "function", "function": {"name": "read"}}],
    system_prompt="sys",
)  # fmt: skip


@pytest.mark.parametrize(
    ("provider", "model", "needs"),
    [
        ("openai", "gpt-5.5-pro", True),
        ("openai", "o3-pro", True),
        ("openai", "gpt-5.3-codex", True),
        ("openai", "gpt-6.1-terra", False),
        ("openrouter", "openai/gpt-5.5-pro", False),
    ],
)
def test_models_that_need_it_are_known(provider: str, model: str, *, needs: bool) -> None:
    assert needs_responses(Peer(provider, model, ""), ASK) is needs


def test_others_are_learnt() -> None:
    ask = replace(ASK, quirks=frozenset({Quirk.RESPONSES_API}))
    assert needs_responses(Peer("openai", "new", ""), ask)


def test_reasoning_goes_back_before_its_calls() -> None:
    assert request_body(PEER, ASK)["input"] == [
        {"role": "user", "content": "q"},
        {"type": "reasoning", "id": "rs"},
        {"role": "assistant", "content": "t"},
        {"type": "function_call", "call_id": "a", "name": "read", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "a", "output": "r"},
    ]


def test_nothing_is_stored_there() -> None:
    body = request_body(PEER, ASK)
    assert body["store"] is False
    assert body["include"] == ["reasoning.encrypted_content"]
    assert body["instructions"] == "sys"
    assert body["tools"][0]["parameters"] == {"type": "object", "properties": {}}


@pytest.mark.requirement("P16")
def test_a_retry_without_reasoning_has_none_in_any_field() -> None:
    body = request_body(PEER, replace(ASK, quirks=frozenset({Quirk.NO_REASONING})))
    assert "reasoning" not in str(body)
