from typing import get_args

import orjson
import pytest

from chatapp.access.streams import JournalEntry
from chatapp.domain.events import (
    ArtifactProgress,
    Cancelled,
    Failed,
    GenerateStarted,
    ServerEvent,
    Step,
    Suggestions,
    ToolCandidates,
    Truncated,
    TurnEvent,
)
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import Notice, ReasoningDelta, StateKept, TextDelta, Usage
from chatapp.web.sse.chat_dialect import ChatDialect
from tests.unit.web.sse.reader import read

TURN = "a" * 32
DIALECT = ChatDialect()


def _data(event: TurnEvent) -> object:
    (read_back,) = read(DIALECT.entry(JournalEntry(TURN, 7, event)))
    assert (read_back.name, read_back.id) == ("data", f"{TURN}.7")
    return orjson.loads(read_back.data)


@pytest.mark.parametrize(
    ("event", "data"),
    [
        (TextDelta("Hi\n\u2028"), {"type": "text_delta", "text": "Hi\n\u2028"}),
        (ReasoningDelta("Hm"), {"type": "reasoning_delta", "text": "Hm"}),
        (Suggestions(("A?", "B?")), {"type": "suggestions", "suggestions": ["A?", "B?"]}),
        (Truncated(10), {"type": "truncated", "loops": 10}),
        (Notice("trimmed", "Cut."), {"type": "notice", "code": "trimmed", "detail": "Cut."}),
        (
            ArtifactProgress("j", "running", 40, "a.docx"),
            {
                "type": "artifact_progress",
                "job_id": "j",
                "state": "running",
                "percent": 40,
                "filename": "a.docx",
            },
        ),
        (
            Failed("provider_busy", "Busy.", is_retryable=True),
            {"type": "error", "code": "provider_busy", "message": "Busy.", "retryable": True},
        ),
    ],
)
def test_an_event_has_the_fields_of_the_protocol(event: TurnEvent, data: object) -> None:
    assert _data(event) == data


def test_a_stopped_turn_ends_in_an_error_of_its_own_code() -> None:
    data = _data(Cancelled())
    assert isinstance(data, dict)
    assert (data["type"], data["code"], data["retryable"]) == ("error", "canceled", False)


@pytest.mark.parametrize(
    "event",
    [
        Usage(1, 2),
        StateKept(ProviderState("p", "m", {})),
        GenerateStarted(),
        Step("finished", "end_turn"),
        ToolCandidates(("a",)),
    ],
)
def test_what_is_not_in_the_dialect_sends_nothing(event: TurnEvent) -> None:
    assert DIALECT.entry(JournalEntry(TURN, 1, event)) == b""
    assert DIALECT.unnumbered(event) == b""


def test_what_belongs_to_the_server_is_in_no_dialect() -> None:
    assert set(get_args(ServerEvent)) == {Usage, StateKept}


def test_the_short_way_for_text_writes_what_the_long_one_does() -> None:
    short = DIALECT.entry(JournalEntry(TURN, 1, TextDelta('"x"\n')))
    assert short == f"id: {TURN}.1\n".encode() + DIALECT.unnumbered(TextDelta('"x"\n'))


def test_a_snapshot_is_announced_before_its_first_event() -> None:
    frames = read(DIALECT.entry(JournalEntry(TURN, 1, TextDelta("All"), is_snapshot=True)))
    assert [orjson.loads(frame.data)["type"] for frame in frames] == ["snapshot", "text_delta"]


def test_a_hint_to_come_back_keeps_the_last_id() -> None:
    before = DIALECT.entry(JournalEntry(TURN, 3, TextDelta("x")))
    assert read(before + DIALECT.reconnect())[-1].id == f"{TURN}.3"
