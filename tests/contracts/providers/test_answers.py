"""What every provider must make of a good answer, whatever its wire."""

import pytest

from chatapp.domain.messages import ToolCall
from chatapp.domain.stream import (
    ReasoningDelta,
    Stop,
    StopReason,
    TextDelta,
    ToolRequested,
    Usage,
)
from tests.contracts.providers.conftest import Asked, text_of
from tests.contracts.providers.upstream import Script
from tests.contracts.providers.wires import CACHED_TOKENS, INPUT_TOKENS, OUTPUT_TOKENS

MIXED = "渐🌍 x\u2028y\u2029z\u0085\u000b\u000c\u001c"


def test_text_comes_in_its_pieces_then_usage_then_stop(asked: Asked) -> None:
    asked.upstream.play(asked.wire.answer("Hello", " world"))
    cached = CACHED_TOKENS if asked.wire.has_tokens_cached else 0
    assert asked.events() == [
        TextDelta("Hello"),
        TextDelta(" world"),
        Usage(INPUT_TOKENS, OUTPUT_TOKENS, cached),
        Stop(StopReason.END_TURN),
    ]


def test_reasoning_is_told_apart_from_the_answer(asked: Asked) -> None:
    wire = asked.wire
    asked.upstream.play(wire.stream(*wire.reasoning("hmm"), *wire.text("Yes"), *wire.end()))
    events = asked.events()
    assert ReasoningDelta("hmm") in events
    assert text_of(events) == "Yes"


def test_parallel_calls_keep_their_ids_and_arguments(asked: Asked) -> None:
    wire = asked.wire
    asked.upstream.play(
        wire.stream(
            *wire.call("a", "read_file", '{"path": "x"}', 0),
            *wire.call("b", "read_file", '{"path": "y"}', 1),
            *wire.end("tool_use"),
        )
    )
    calls = [event.call for event in asked.events() if isinstance(event, ToolRequested)]
    assert [(call.call_id, call.name, call.arguments) for call in calls] == [
        ("a", "read_file", {"path": "x"}),
        ("b", "read_file", {"path": "y"}),
    ]


def test_calls_stop_for_tools(asked: Asked) -> None:
    wire = asked.wire
    asked.upstream.play(wire.stream(*wire.call("a", "read_file", "{}"), *wire.end("tool_use")))
    assert asked.events()[-1] == Stop(StopReason.TOOL_USE)


@pytest.mark.requirement("P10")
def test_empty_arguments_are_no_arguments(asked: Asked) -> None:
    wire = asked.wire
    asked.upstream.play(wire.stream(*wire.call("a", "read_file", ""), *wire.end("tool_use")))
    (call,) = [event.call for event in asked.events() if isinstance(event, ToolRequested)]
    assert call == ToolCall("a", "read_file", {}, None, call.provider_state)


def test_the_output_limit_is_told(asked: Asked) -> None:
    wire = asked.wire
    asked.upstream.play(wire.stream(*wire.text("Half a"), *wire.end("max_tokens")))
    assert asked.events()[-1] == Stop(StopReason.MAX_TOKENS)


@pytest.mark.requirement("P20", "S01")
def test_text_survives_packets_of_one_byte(asked: Asked) -> None:
    whole = asked.wire.answer(MIXED)
    steps = tuple(bytes([byte]) for byte in whole.body)
    asked.upstream.play(Script(steps, content_type=whole.content_type))
    assert text_of(asked.events()) == MIXED


def test_the_question_instructions_and_tools_are_sent(asked: Asked) -> None:
    asked.upstream.play(asked.wire.answer("ok"))
    asked.events()
    sent = str(asked.upstream.last.body)
    assert all(words in sent for words in ("What does main do?", "Be exact.", "read_file"))


def test_a_call_and_its_result_go_back_together(asked: Asked) -> None:
    asked.upstream.play(asked.wire.answer("ok"))
    function = {"name": "read_file", "arguments": '{"path": "chatapp/x.py"}'}
    asked.events(
        [
            {"role": "user", "content": "q"},
            {"role": "assistant", "content": None, "tool_calls": [
                {"id": "a", "type": "function", "function": function}]},
            {"role": "tool", "tool_call_id": "a", "content": "def main(): ..."},
        ]
    )  # fmt: skip
    sent = str(asked.upstream.last.body)
    assert "chatapp/x.py" in sent
    assert "def main(): ..." in sent


@pytest.mark.requirement("P14")
def test_blank_texts_and_empty_turns_are_not_sent(asked: Asked) -> None:
    asked.upstream.play(asked.wire.answer("ok"))
    asked.events(
        [
            {"role": "user", "content": "first"},
            {"role": "assistant", "content": ""},
            {"role": "assistant", "content": " \n"},
            {"role": "user", "content": [{"type": "text", "text": ""},
                                         {"type": "text", "text": "second"}]},
        ]
    )  # fmt: skip
    sent = asked.upstream.last.body
    turns = sent.get("messages") or sent.get("contents") or sent.get("input")
    said = [turn for turn in turns if turn["role"] != "system"]
    assert len(said) == 1
    assert "first\\n\\nsecond" in str(said) or "first\n\nsecond" in str(said)


def test_the_key_is_in_a_header_and_nowhere_else(asked: Asked) -> None:
    asked.upstream.play(asked.wire.answer("ok"))
    asked.events()
    sent = asked.upstream.last
    assert "canary" not in sent.path
    assert "canary" not in str(sent.body)
    expected = asked.wire.provider_id != "ollama"
    assert any("canary" in value for value in sent.headers.values()) is expected


def test_a_connection_is_used_again(asked: Asked) -> None:
    asked.upstream.play(asked.wire.answer("ok"))
    provider = asked.provider()
    for _ in range(3):
        asked.events(provider=provider)
    reuses = asked.wire.provider_id != "litellm"  # it closes its streams before their last byte
    assert len(asked.upstream._connections) == (1 if reuses else 3)


@pytest.mark.requirement("P20")
def test_a_character_that_is_cut_between_two_events_is_whole(asked: Asked) -> None:
    """Servers that count in UTF-16 escape one half in each event."""
    wire = asked.wire
    events = [event.replace(b"H", b"\\ud83c").replace(b"L", b"\\udf0d")
              for event in wire.text("a H", "L b")]  # fmt: skip
    asked.upstream.play(wire.stream(*events, *wire.end()))
    if wire.provider_id != "litellm":  # decodes by itself, each event alone
        assert text_of(asked.events()) == "a 🌍 b"
