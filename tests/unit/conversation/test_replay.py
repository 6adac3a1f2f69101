"""A turn told again from its row."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chatapp.conversation import replay, stored
from chatapp.conversation.entries import REPLAY_BASE
from chatapp.conversation.prepare import prepare_turn
from chatapp.domain.errors import ProviderBusy
from chatapp.domain.events import (
    Artifact,
    Completed,
    Failed,
    Suggestions,
    ToolCandidates,
    ToolFinished,
    ToolStarted,
    Truncated,
    TurnEvent,
    TurnStarted,
)
from chatapp.domain.ids import new_id
from chatapp.domain.stream import Notice, ReasoningDelta, TextDelta
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, ScriptedAgent, answer, question


def told(infra: Infra, *steps: TurnEvent | Exception, request_id: str = "r-1") -> list[TurnEvent]:
    ref = answer(infra, agent=ScriptedAgent(*steps), request_id=request_id).ref
    return list(replay.events(stored.load(infra, ref.turn_id)))


def test_calls_results_artifacts_and_texts_come_in_their_order(infra: Infra) -> None:
    steps = [
        ToolCandidates(("read",)),
        Notice("trimmed", "The start was left out."),
        ReasoningDelta("hm"),
        TextDelta("I look. "),
        ToolStarted("c", "read", {"p": "a.py"}, round=1),
        ToolFinished("c", "read", "s", "x", Artifact(new_id(), "t", {"a": 1}), None, 12),
        TextDelta("It is so."),
        Truncated(10),
        Suggestions(("Why?",)),
    ]
    first, *middle, last = told(infra, *steps)
    assert isinstance(first, TurnStarted)
    assert middle == steps
    assert isinstance(last, Completed)


def test_a_failure_is_told_as_it_was(infra: Infra) -> None:
    error = ProviderBusy("The provider is busy.")
    assert told(infra, TextDelta("a"), error)[-1] == Failed(
        "provider_busy", "The provider is busy.", is_retryable=True
    )


def test_a_turn_that_has_not_ended_has_no_end(infra: Infra) -> None:
    ref = prepare_turn(infra, ALICE, question()).ref
    (only,) = replay.events(stored.load(infra, ref.turn_id))
    assert isinstance(only, TurnStarted)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25
)
@given(st.lists(st.text(max_size=8), max_size=6))
def test_the_text_is_what_a_live_reader_saw(infra: Infra, texts: list[str]) -> None:
    events = told(infra, *map(TextDelta, [*texts, "."]), request_id=new_id())
    text = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert text == "".join([*texts, "."]).replace("\x00", "\u2400")


def test_numbers_are_the_same_every_time_and_far_from_live_ones(infra: Infra) -> None:
    turn = stored.load(infra, answer(infra).ref.turn_id)
    numbers = [entry.seq for entry in replay.entries(turn, None)]
    assert numbers == [REPLAY_BASE + 1, REPLAY_BASE + 2, REPLAY_BASE + 3]
    assert [entry.seq for entry in replay.entries(turn, numbers[0])] == numbers[1:]
    assert not replay.entries(turn, None)[0].is_snapshot
    assert replay.entries(turn, 5)[0].is_snapshot
    assert replay.entries(turn, numbers[-1] + 1)[0].is_snapshot
