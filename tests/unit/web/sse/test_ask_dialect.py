import orjson
import pytest

from chatapp.access.streams import JournalEntry
from chatapp.domain.events import (
    Artifact,
    Completed,
    GenerateStarted,
    Step,
    Suggestions,
    ToolCandidates,
    ToolFinished,
    ToolStarted,
    TurnEvent,
)
from chatapp.domain.stream import ReasoningDelta, TextDelta, Usage
from chatapp.web.sse.ask_dialect import AskDialect
from tests.unit.web.sse.reader import read

TURN = "a" * 32
DIALECT = AskDialect()


@pytest.mark.parametrize(
    ("event", "name", "data"),
    [
        (ToolCandidates(("rag_search",)), "tool_candidates", {"tools": ["rag_search"]}),
        (GenerateStarted(), "generate_start", {}),
        (TextDelta("Hi"), "delta", {"text": "Hi"}),
        (Step("finished", "end_turn"), "step", {"phase": "finished", "detail": "end_turn"}),
        (ReasoningDelta("Hm"), "step", {"phase": "reasoning_delta", "text": "Hm"}),
        (Suggestions(("A?",)), "step", {"phase": "suggestions", "suggestions": ["A?"]}),
        (
            ToolStarted("c", "rag_search", {"query": "x"}),
            "tool_start",
            {"tool_id": "c", "tool_name": "rag_search", "input": {"query": "x"}},
        ),
        (
            ToolFinished("c", "rag_search", "2 hits", "…", Artifact("a", "hits", [])),
            "tool_done",
            {"tool_id": "c", "tool_name": "rag_search", "summary": "2 hits"},
        ),
        (Completed("c", "m"), "done", {"conversation_id": "c", "message_id": "m"}),
    ],
)
def test_the_name_of_an_event_is_its_phase(event: TurnEvent, name: str, data: object) -> None:
    (numbered,) = read(DIALECT.entry(JournalEntry(TURN, 2, event)))
    (bare,) = read(DIALECT.unnumbered(event))
    assert (numbered.name, orjson.loads(numbered.data)) == (name, data)
    assert (bare.name, bare.data, bare.id) == (numbered.name, numbered.data, "")
    assert numbered.id == f"{TURN}.2"


def test_usage_never_leaves_the_server() -> None:
    assert DIALECT.entry(JournalEntry(TURN, 1, Usage(1, 2))) == b""


def test_a_snapshot_is_announced_by_a_step() -> None:
    frames = read(DIALECT.entry(JournalEntry(TURN, 1, TextDelta("All"), is_snapshot=True)))
    assert [frame.name for frame in frames] == ["step", "delta"]
