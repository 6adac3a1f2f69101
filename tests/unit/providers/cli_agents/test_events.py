from typing import Any

import pytest

from chatapp.domain.stream import ReasoningDelta, Stop, StreamEvent, TextDelta, Usage
from chatapp.providers.cli_agents.events import claude_code, codex, opencode
from chatapp.providers.policy.failures import Refused

ENDED = {"exit_code": 0, "stderr": ""}


def told(reader: Any, *lines: dict[str, Any]) -> list[StreamEvent]:
    return list(reader([*lines, ENDED]))


def test_claude_codes_partial_messages_are_streamed_once() -> None:
    def delta(**fields: str) -> dict[str, Any]:
        event = {"type": "content_block_delta", "delta": fields}
        return {"type": "stream_event", "event": event}

    usage = {"input_tokens": 1, "cache_read_input_tokens": 2, "cache_creation_input_tokens": 3,
             "output_tokens": 4}  # fmt: skip
    whole = {"type": "assistant", "message": {"content": [{"type": "text", "text": "Hi you"}]}}
    assert told(
        claude_code,
        {"type": "system", "subtype": "init"},
        delta(thinking="hm"),
        delta(text="Hi"),
        delta(text=" you"),
        whole,
        {"type": "result", "subtype": "success", "is_error": False, "usage": usage},
    ) == [
        ReasoningDelta("hm"),
        TextDelta("Hi"),
        TextDelta(" you"),
        Usage(6, 4, 2),
        Stop("end_turn"),
    ]


def test_older_claude_codes_whole_messages_are_read() -> None:
    content = [{"type": "tool_use", "name": "Read"}, {"type": "text", "text": "Hi"}]
    lines = told(
        claude_code,
        {"type": "assistant", "message": {"content": content}},
        {"type": "result", "is_error": False},
    )
    assert lines[0] == TextDelta("Hi")
    assert lines[-1] == Stop("end_turn")


def test_claude_codes_error_is_a_refusal() -> None:
    result = {"type": "result", "is_error": True, "result": "Invalid API key · Please run /login"}
    with pytest.raises(Refused) as raised:
        told(claude_code, result)
    assert "Invalid API key" in raised.value.complaint.message


def test_codex_tells_whole_items() -> None:
    usage = {"input_tokens": 9, "cached_input_tokens": 2, "output_tokens": 3}
    assert told(
        codex,
        {"type": "thread.started", "thread_id": "t"},
        {"type": "item.completed", "item": {"type": "reasoning", "text": "hm"}},
        {"type": "item.completed", "item": {"type": "command_execution", "command": "ls"}},
        {"type": "item.completed", "item": {"type": "agent_message", "text": "Hi"}},
        {"type": "turn.completed", "usage": usage},
    ) == [ReasoningDelta("hm"), TextDelta("Hi"), Usage(9, 3, 2), Stop("end_turn")]


@pytest.mark.parametrize(
    "line",
    [
        {"type": "turn.failed", "error": {"message": "usage limit"}},
        {"type": "error", "message": "usage limit"},
    ],
)
def test_codex_failures_are_refusals(line: dict[str, Any]) -> None:
    with pytest.raises(Refused) as raised:
        told(codex, line)
    assert raised.value.complaint.message == "usage limit"


def test_opencode_stops_at_the_step_that_ends_without_tools() -> None:
    def step(reason: str) -> dict[str, Any]:
        tokens = {"input": 5, "output": 2, "reasoning": 1, "cache": {"read": 3}}
        return {"type": "step_finish", "part": {"reason": reason, "tokens": tokens}}

    assert told(
        opencode,
        {"type": "step_start"},
        step("tool-calls"),
        {"type": "text", "part": {"text": "Hi"}},
        step("stop"),
    ) == [Usage(8, 3, 3), TextDelta("Hi"), Usage(8, 3, 3), Stop("end_turn")]


def test_opencodes_error_is_a_refusal() -> None:
    with pytest.raises(Refused):
        told(opencode, {"type": "error", "error": {"message": "no model"}})


@pytest.mark.parametrize(
    ("stderr", "words"), [("command crashed", "command crashed"), ("", "exit code 3")]
)
def test_a_command_that_fails_is_a_refusal_with_its_words(stderr: str, words: str) -> None:
    with pytest.raises(Refused) as raised:
        list(codex([{"exit_code": 3, "stderr": stderr}]))
    assert raised.value.complaint.message == words


@pytest.mark.requirement("P08")
@pytest.mark.parametrize("reader", [claude_code, codex, opencode])
def test_an_end_that_nobody_announced_is_none(reader: Any) -> None:
    assert told(reader) == []
