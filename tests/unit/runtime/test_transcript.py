from chatapp.domain.events import Artifact, GenerateStarted, ToolFinished, ToolStarted
from chatapp.domain.messages import (
    Origin,
    ProviderState,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from chatapp.domain.stream import ReasoningDelta, StateKept, TextDelta, Usage
from chatapp.runtime.transcript import Transcript

STATE = ProviderState("gemini", "g-1", {"signature": "abc"})


def folded(*events):
    transcript = Transcript()
    for event in events:
        transcript.add(event)
    return transcript.parts


def test_neighbouring_deltas_are_one_part() -> None:
    assert folded(
        ReasoningDelta("a"), ReasoningDelta("b"), TextDelta("c"), Usage(1, 1), TextDelta("d")
    ) == (ReasoningPart("ab"), TextPart("cd"))


def test_calls_and_results_keep_what_belongs_to_them() -> None:
    parts = folded(
        ToolStarted("c1", "look", {"p": 1}, "grounding", 2, STATE),
        ToolFinished("c1", "look", "1 hit", "text", Artifact("a1", "x", {}), None, 5),
    )
    assert parts == (
        ToolCallPart("c1", "look", {"p": 1}, 2, Origin.GROUNDING, STATE),
        ToolResultPart("c1", "look", "text", "1 hit", "a1", None, 5),
    )


def test_text_after_a_result_is_a_part_of_its_own() -> None:
    parts = folded(
        TextDelta("a"), ToolStarted("c1", "l", {}), ToolFinished("c1", "l", "", "r"), TextDelta("b")
    )
    assert [type(part) for part in parts] == [TextPart, ToolCallPart, ToolResultPart, TextPart]


def test_state_that_comes_after_the_calls_belongs_to_the_prose_before_them() -> None:
    parts = folded(ReasoningDelta("hm"), ToolStarted("c1", "l", {}), StateKept(STATE))
    assert parts[0] == ReasoningPart("hm", STATE)


def test_state_of_a_reply_without_prose_gets_a_part_before_its_calls() -> None:
    parts = folded(
        TextDelta("a"),
        ToolStarted("c1", "l", {}),
        ToolFinished("c1", "l", "", "r"),
        GenerateStarted(),
        ToolStarted("c2", "l", {}, round=1),
        StateKept(STATE),
    )
    assert parts[0] == TextPart("a")
    assert parts[3] == ReasoningPart("", STATE)
    assert isinstance(parts[4], ToolCallPart)
