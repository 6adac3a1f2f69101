"""Events folded into what is kept."""

from chatapp.conversation.record import fold
from chatapp.domain.events import (
    Artifact,
    Cancelled,
    Step,
    Suggestions,
    ToolCandidates,
    ToolFinished,
    Truncated,
)
from chatapp.domain.messages import TextPart, ToolResultPart
from chatapp.domain.stream import Notice, TextDelta, Usage


def test_everything_about_a_turn_is_kept() -> None:
    artifact = Artifact("a", "t", {})
    record = fold(
        [
            ToolCandidates(("x",)),
            Notice("n", "d"),
            TextDelta("a"),
            TextDelta("b"),
            ToolFinished("c", "x", "s", "content", artifact),
            Usage(1, 2),
            Usage(3, 4, is_estimate=True),
            Truncated(3),
            Suggestions(("q",)),
            Step("thinking", "not the end"),
            Step("finished", "loop"),
            Cancelled(),
        ]
    )
    assert record.parts == (TextPart("ab"), ToolResultPart("c", "x", "content", "s", "a"))
    assert record.artifacts == [artifact]
    assert record.extras == {
        "candidates": ("x",),
        "notices": [["n", "d"]],
        "truncated": 3,
        "suggestions": ("q",),
    }
    assert (record.stop_reason, record.text) == ("loop", "ab")
    assert (record.input_tokens, record.output_tokens, record.is_estimate) == (4, 6, True)


def test_nothing_folds_to_an_empty_message() -> None:
    record = fold([])
    assert (record.parts, record.extras, record.stop_reason, record.text) == ((), {}, None, "")
