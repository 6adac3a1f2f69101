from dataclasses import replace

from chatapp.providers.ollama.request import request_body
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.quirks import Quirk

PEER = Peer("ollama", "qwen3:8b", "Ollama")
ASK = Ask(
    [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": None,
         "tool_calls": [{"id": "a", "function": {"name": "read", "arguments": '{"p": 1}'}}]},
        {"role": "tool", "tool_call_id": "a", "content": "r"},
        {"role": "assistant", "content": "t"},
    ],
    tools=[{"type": "function", "function": {"name": "read"}}],
    system_prompt="sys",
    max_tokens=7,
)  # fmt: skip


def test_the_messages_are_in_ollamas_shape() -> None:
    assert request_body(PEER, ASK, 100)["messages"] == [
        {"role": "system", "content": "sys"},
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": "",
         "tool_calls": [{"function": {"name": "read", "arguments": {"p": 1}}}]},
        {"role": "tool", "tool_name": "read", "content": "r"},
        {"role": "assistant", "content": "t"},
    ]  # fmt: skip


def test_the_window_is_always_asked_for() -> None:
    options = request_body(PEER, ASK, 100)["options"]
    assert options == {"num_ctx": 100, "num_predict": 7, "temperature": 0.7}


def test_tools_are_left_out_for_a_model_without() -> None:
    ask = replace(ASK, quirks=frozenset({Quirk.NO_TOOLS}))
    assert "tools" not in request_body(PEER, ask, 100)
    assert "tools" in request_body(PEER, ASK, 100)
