from chatapp.providers.cli_agents.prompt import OWN_TOOLS, prompt
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask

PEER = Peer("codex", "default", "Codex")


def test_the_conversation_is_one_text_with_the_question_last() -> None:
    messages = [
        {"role": "user", "content": "first"},
        {"role": "assistant", "content": "looked",
         "tool_calls": [{"id": "a", "function": {"name": "read", "arguments": '{"p": 1}'}}]},
        {"role": "tool", "tool_call_id": "a", "content": "found"},
        {"role": "user", "content": "second"},
    ]  # fmt: skip
    assert prompt(PEER, Ask(messages, system_prompt="sys")) == "\n\n".join(
        [
            "sys",
            OWN_TOOLS,
            "<question>\nfirst\n</question>",
            '<earlier_answer>\nlooked\n[read {"p": 1}]\nfound\n</earlier_answer>',
            "<question>\nsecond\n</question>",
        ]
    )
