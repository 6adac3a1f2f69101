from typing import Any, get_args

import orjson
import pytest

from chatapp.access.streams import JournalEntry
from chatapp.domain.errors import StreamInterrupted
from chatapp.domain.events import (
    Cancelled,
    Completed,
    Failed,
    GenerateStarted,
    ServerEvent,
    Step,
    Suggestions,
    ToolCandidates,
    ToolFinished,
    ToolStarted,
    Truncated,
    TurnEvent,
    TurnStarted,
)
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import Notice, ReasoningDelta, StateKept, TextDelta, Usage
from chatapp.web.sse.openai_dialect import OPENING, Completion, OpenAiDialect, delta_of, usage
from tests.unit.web.sse.reader import read

TURN = "a" * 32
DONE = Completed("c", TURN)


def _dialect(**fields: Any) -> OpenAiDialect:
    return OpenAiDialect(Completion("chatcmpl-1", "garden", 1_700_000_000, 8, **fields))


def _told(dialect: OpenAiDialect, *events: TurnEvent) -> list[Any]:
    """The data of what the events become; the end mark as it is."""
    stream = OPENING + b"".join(
        dialect.entry(JournalEntry(TURN, seq, event)) for seq, event in enumerate(events)
    )
    data = [event.data for event in read(stream)]
    return [one if one == "[DONE]" else orjson.loads(one) for one in data]


@pytest.mark.parametrize(
    ("event", "delta"),
    [
        (TurnStarted("c", "r", "u", TURN), {"role": "assistant", "content": ""}),
        (TextDelta("Hi\n\u2028"), {"content": "Hi\n\u2028"}),
        (ReasoningDelta("Hm"), {"reasoning_content": "Hm"}),
        (Notice("trimmed", "Cut."), {"reasoning_content": "Cut.\n"}),
        (
            ToolStarted("1", "get_symbol", {"name": "buzz"}),
            {"reasoning_content": 'get_symbol {"name":"buzz"}\n'},
        ),
        (
            ToolFinished("1", "get_symbol", "1 symbol", "…"),
            {"reasoning_content": "get_symbol: 1 symbol\n"},
        ),
        (
            ToolFinished("1", "get_symbol", "No such", "…", error_code="not_found"),
            {"reasoning_content": "get_symbol failed (not_found): No such\n"},
        ),
        (
            Truncated(10),
            {
                "reasoning_content": "The limit of 10 rounds was reached;"
                " answering from what was found.\n"
            },
        ),
    ],
)
def test_an_event_becomes_a_chunk_with_its_delta(event: TurnEvent, delta: object) -> None:
    assert _told(_dialect(), event) == [
        {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1_700_000_000,
            "model": "garden",
            "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": None}],
        }
    ]


@pytest.mark.parametrize(
    "event",
    [
        Usage(1, 2),
        StateKept(ProviderState("p", "m", {})),
        GenerateStarted(),
        Step("searching"),
        ToolCandidates(("a",)),
        Suggestions(("A?",)),
    ],
)
def test_what_the_wire_has_no_place_for_sends_nothing(event: TurnEvent) -> None:
    assert _told(_dialect(), event) == []


def test_what_belongs_to_the_server_is_told_to_nobody() -> None:
    assert set(get_args(ServerEvent)) == {Usage, StateKept}


@pytest.mark.parametrize(
    ("reason", "finish"),
    [("end_turn", "stop"), ("max_tokens", "length"), ("max_rounds", "stop"), ("loop", "stop")],
)
def test_the_end_says_whether_the_text_was_cut_off(reason: str, finish: str) -> None:
    last, mark = _told(_dialect(), Step("finished", reason), DONE)
    assert (last["choices"][0]["delta"], last["choices"][0]["finish_reason"]) == ({}, finish)
    assert mark == "[DONE]"
    stored, _ = _told(_dialect(stop_reason=reason), DONE)
    assert stored["choices"][0]["finish_reason"] == finish


def test_usage_is_the_last_chunk_and_null_before() -> None:
    text, last, used, mark = _told(_dialect(has_usage=True), TextDelta("eight by"), DONE)
    assert (text["usage"], last["usage"], mark) == (None, None, "[DONE]")
    assert used["choices"] == []
    assert used["usage"] == {"prompt_tokens": 2, "completion_tokens": 2, "total_tokens": 4}


def test_tokens_are_rounded_up() -> None:
    assert usage(1, 5) == {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}


@pytest.mark.parametrize(
    ("event", "code", "kind"),
    [
        (Failed("provider_busy", "Busy."), "provider_busy", "server_error"),
        (Failed("limit_exceeded", "Enough."), "limit_exceeded", "rate_limit_error"),
        (Failed("no code of ours", "What?"), "no code of ours", "server_error"),
        (Cancelled(), "canceled", "invalid_request_error"),
    ],
)
def test_an_error_is_the_last_frame_and_no_end_mark_follows(
    event: TurnEvent, code: str, kind: str
) -> None:
    (told,) = _told(_dialect(), event)
    assert (told["error"]["code"], told["error"]["type"]) == (code, kind)


def test_a_server_that_leaves_says_so_as_an_error() -> None:
    (frame,) = read(_dialect().reconnect())
    assert orjson.loads(frame.data)["error"]["code"] == "dependency_unavailable"


def test_no_frame_has_a_line_that_openais_clients_take_for_an_event() -> None:
    """Their reader makes an event of every blank line once it has seen an id or a retry time."""
    stream = OPENING + _dialect().entry(JournalEntry(TURN, 1, TextDelta("data: x\nid: 1")))
    lines = [line for line in stream.split(b"\n") if line]
    assert [line.split(b" ")[0] for line in lines] == [b":", b"data:"]


def test_text_that_was_sent_is_never_sent_again_by_a_snapshot() -> None:
    dialect = _dialect()
    assert dialect.entry(JournalEntry(TURN, 1, TextDelta("All"), is_snapshot=True))
    with pytest.raises(StreamInterrupted, match="Idempotency-Key"):
        dialect.entry(JournalEntry(TURN, 2, TextDelta("All of it"), is_snapshot=True))


def test_a_huge_input_of_a_tool_is_cut() -> None:
    delta = delta_of(ToolStarted("1", "t", {"text": "x" * 1000}))
    assert delta is not None
    assert len(delta["reasoning_content"]) < 320
    assert delta["reasoning_content"].endswith("…\n")
