"""Events made fit for the store."""

import pytest

from chatapp.conversation.cleaning import clean
from chatapp.domain.events import Artifact, Step, ToolFinished, ToolStarted
from chatapp.domain.stream import ReasoningDelta, TextDelta


@pytest.mark.parametrize("text", ["plain", "流式 \u2028", "🜯"])
def test_ordinary_deltas_stay_as_they_are(text: str) -> None:
    assert clean(TextDelta(text)) == TextDelta(text)


@pytest.mark.requirement("H06")
def test_nul_and_half_characters_become_visible_everywhere() -> None:
    assert clean(TextDelta("a\x00b")) == TextDelta("a\u2400b")
    assert clean(ReasoningDelta("é\ud83d")) == ReasoningDelta("é\\ud83d")
    assert clean(ToolStarted("c", "n", {"a": "\x00"})).arguments == {"a": "\u2400"}  # type: ignore[union-attr]
    finished = ToolFinished("c", "n", "s\x00", "abc\x00def", Artifact("a", "t", ["\x00"]))
    cleaned = ToolFinished("c", "n", "s\u2400", "abc\u2400def", Artifact("a", "t", ["\u2400"]))
    assert clean(finished) == cleaned


def test_other_events_pass() -> None:
    assert clean(Step("x")) == Step("x")
