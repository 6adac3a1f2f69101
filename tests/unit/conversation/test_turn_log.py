"""The log of a turn: resuming after every event, merging for those who lag, losing nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatapp.conversation.entries import REPLAY_BASE, UNKNOWN, JournalEntry
from chatapp.conversation.turn_log import RUN_CHARS, LogReader, Run, TurnLog
from chatapp.domain.events import Completed, Step, ToolCandidates, TurnEvent
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import ReasoningDelta, StateKept, TextDelta, Usage

END = Completed("c", "m")

deltas = st.one_of(
    st.text(max_size=20).map(TextDelta),
    st.text(max_size=20).map(ReasoningDelta),
    st.just(Step("phase")),
    st.just(Usage(1, 1)),
)


def log_of(*events: TurnEvent) -> TurnLog:
    log = TurnLog("t")
    for event in events:
        log.append(event)
    return log


def flat(events: list[TurnEvent]) -> list[TurnEvent]:
    """Adjacent deltas as one, server events left out: what a reader ends up with."""
    merged: list[TurnEvent] = []
    for event in events:
        if isinstance(event, Usage | StateKept):
            continue
        last = merged[-1] if merged else None
        if isinstance(event, TextDelta | ReasoningDelta):
            if not event.text:
                continue
            if type(last) is type(event):
                merged[-1] = type(event)(last.text + event.text)  # type: ignore[union-attr]
                continue
        merged.append(event)
    return merged


def test_a_reader_that_keeps_up_gets_every_delta_by_itself() -> None:
    log = TurnLog("t")
    reader = LogReader(log, None)
    for number, text in enumerate("abc", 1):
        log.append(TextDelta(text))
        assert reader.take() == [JournalEntry("t", number, TextDelta(text))]
    assert reader.take() == []


def test_a_reader_that_lags_gets_adjacent_deltas_as_one() -> None:
    log = log_of(TextDelta("a"), TextDelta("b"), Step("x"), TextDelta("c"), TextDelta("d"))
    assert LogReader(log, None).take() == [
        JournalEntry("t", 2, TextDelta("ab")),
        JournalEntry("t", 3, Step("x")),
        JournalEntry("t", 5, TextDelta("cd")),
    ]


@pytest.mark.requirement("S08")
@given(st.lists(deltas, max_size=40), st.data())
def test_a_reader_can_resume_after_any_event(events: list[TurnEvent], data: st.DataObject) -> None:
    log = log_of(*events)
    visible = [event for event in events if not isinstance(event, Usage)]
    after = data.draw(st.integers(0, len(visible)))
    got = [entry.event for entry in LogReader(log, after).take()]
    assert flat(got) == flat(visible[after:])


@given(st.lists(deltas, max_size=60), st.data())
def test_readers_at_any_pace_end_up_with_the_same(
    events: list[TurnEvent], data: st.DataObject
) -> None:
    log = TurnLog("t")
    reader = LogReader(log, None)
    got: list[TurnEvent] = []
    for event in events:
        log.append(event)
        if data.draw(st.booleans()):
            got += [entry.event for entry in reader.take()]
    got += [entry.event for entry in reader.take()]
    assert flat(got) == flat(events)


def test_long_texts_are_split_into_runs_without_a_seam() -> None:
    log = TurnLog("t")
    reader = LogReader(log, None)
    for _ in range(RUN_CHARS):
        log.append(TextDelta("word "))
    text = "".join(entry.event.text for entry in reader.take())  # type: ignore[union-attr]
    assert text == "word " * RUN_CHARS
    assert max(len(block.text) for block in log.blocks if isinstance(block, Run)) < RUN_CHARS + 5


@pytest.mark.requirement("S08")
@pytest.mark.parametrize("after", [99, 10**20, UNKNOWN, REPLAY_BASE + 1])
def test_a_number_that_was_never_given_out_gets_a_snapshot(after: int) -> None:
    log = log_of(TextDelta("a"), Step("x"))
    first, second = LogReader(log, after).take()
    assert first == JournalEntry("t", 1, TextDelta("a"), is_snapshot=True)
    assert not second.is_snapshot


def test_a_reader_ahead_of_a_log_that_catches_up_waits_for_its_place() -> None:
    log = log_of(TextDelta("a"))
    reader = LogReader(log, 2)
    assert reader.take(may_wait=True) == []
    log.append(TextDelta("b"))
    log.append(TextDelta("c"))
    assert reader.take(may_wait=True) == [JournalEntry("t", 3, TextDelta("c"))]


def test_nothing_follows_the_terminal_event() -> None:
    log = log_of(TextDelta("a"), END, TextDelta("late"), END)
    assert [entry.event for entry in LogReader(log, None).take()] == [TextDelta("a"), END]
    assert log.is_closed


def test_server_events_are_kept_for_the_record_only() -> None:
    state = StateKept(ProviderState("p", "m", {}))
    log = log_of(Usage(1, 2), ToolCandidates(("x",)), state)
    assert list(log.events()) == [Usage(1, 2), ToolCandidates(("x",)), state]
    assert LogReader(log, None).take() == [JournalEntry("t", 1, ToolCandidates(("x",)))]


def test_a_replaced_log_gives_its_replacement_once() -> None:
    log = log_of(TextDelta("a"))
    reader = LogReader(log, None)
    reader.take()
    whole = (JournalEntry("t", REPLAY_BASE + 1, TextDelta("ab"), is_snapshot=True),)
    log.replace(whole)
    assert (reader.take(), reader.take()) == (list(whole), [])


def test_appending_wakes_readers_until_they_leave() -> None:
    log = TurnLog("t")
    reader = LogReader(log, None)
    log.append(Step("x"))
    assert reader.woken.is_set()
    reader.woken.clear()
    reader.close()
    reader.close()
    log.append(Step("y"))
    assert not reader.woken.is_set()
