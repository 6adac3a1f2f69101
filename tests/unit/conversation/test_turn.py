"""One turn from start to end, and everything that can end it early."""

import gevent
import pytest
from gevent.event import Event

from chatapp.conversation import leases, turn
from chatapp.conversation.codec import load_parts
from chatapp.conversation.live import CANCEL_AFTER_S, FIRST_READER_S
from chatapp.conversation.running import Hooks, TurnOutcome
from chatapp.conversation.worker import worker
from chatapp.domain.ask import OnDisconnect
from chatapp.domain.conversations import TurnRef
from chatapp.domain.errors import NotFound, ProviderBusy
from chatapp.domain.events import (
    Artifact,
    Cancelled,
    Completed,
    Failed,
    Step,
    Suggestions,
    ToolFinished,
    ToolStarted,
    TurnStarted,
    is_terminal,
)
from chatapp.domain.messages import ProviderState, TextPart, ToolCallPart, ToolResultPart
from chatapp.domain.stream import StateKept, TextDelta, Usage
from chatapp.domain.turns import MessageState
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import (
    ALICE,
    BOB,
    ScriptedAgent,
    answer,
    begin,
    question,
    read,
    rows,
    text_of,
    told,
    wait_for,
)


def last_row_state(infra: Infra, ref: TurnRef) -> str:
    return rows(infra, ref.conversation_id)[-1].state


def test_a_turn_tells_its_events_and_ends_completed(infra: Infra) -> None:
    ref = begin(infra, question(), ScriptedAgent(TextDelta("Hi"))).ref
    assert told(read(infra, ref.turn_id)) == [
        TurnStarted(ref.conversation_id, "r-1", ref.user_message_id, ref.turn_id),
        TextDelta("Hi"),
        Step("finished", "end_turn"),
        Completed(ref.conversation_id, ref.turn_id),
    ]
    user, assistant = rows(infra, ref.conversation_id)
    assert (user.text, user.state) == ("What is this?", "completed")
    assert (assistant.text, assistant.state) == ("Hi", "completed")
    assert (assistant.provider, assistant.model) == ("scripted", "script-1")
    assert assistant.stop_reason == "end_turn"


def test_tools_artifacts_and_provider_state_are_kept_with_the_message(infra: Infra) -> None:
    state = ProviderState("gemini", "g-1", {"signature": "S"})
    agent = ScriptedAgent(
        ToolStarted("c1", "search", {"q": "x"}, round=2, provider_state=state),
        ToolFinished("c1", "search", "1 hit", "the hit", Artifact("a1", "hits", {"n": 1})),
        TextDelta("Found."),
        StateKept(state),
    )
    ref = answer(infra, agent=agent).ref
    assert load_parts(rows(infra, ref.conversation_id)[-1].parts) == (
        ToolCallPart("c1", "search", {"q": "x"}, 2, provider_state=state),
        ToolResultPart("c1", "search", "the hit", "1 hit", "a1"),
        TextPart("Found.", state),
    )


def test_usage_never_reaches_a_reader_but_the_bill(infra: Infra) -> None:
    bills: list[TurnOutcome] = []
    agent = ScriptedAgent(Usage(10, 5), TextDelta("a"), Usage(20, 7, is_estimate=True))
    ref = begin(infra, question(), agent, hooks=Hooks(settled=bills.append)).ref
    assert not [event for event in told(read(infra, ref.turn_id)) if isinstance(event, Usage)]
    wait_for(lambda: bool(bills))
    (bill,) = bills
    assert (bill.input_tokens, bill.output_tokens, bill.is_estimate) == (30, 12, True)
    assert bill.state is MessageState.COMPLETED


def test_suggestions_come_before_the_terminal_event(infra: Infra) -> None:
    ref = begin(infra, question(), ScriptedAgent(Suggestions(("Why?",)))).ref
    assert told(read(infra, ref.turn_id))[1] == Suggestions(("Why?",))


@pytest.mark.requirement("S13")
def test_a_fault_in_the_agent_ends_in_one_error_without_a_trace(infra: Infra) -> None:
    agent = ScriptedAgent(TextDelta("a"), TextDelta("b"), RuntimeError("/secret/path line 3"))
    ref = begin(infra, question(), agent).ref
    events = told(read(infra, ref.turn_id))
    failed = events[-1]
    assert isinstance(failed, Failed)
    assert failed.code == "internal_error"
    assert "secret" not in failed.message
    assert [is_terminal(event) for event in events].count(True) == 1
    assert rows(infra, ref.conversation_id)[-1].text == "ab"
    assert last_row_state(infra, ref) == "failed"


def test_a_provider_error_is_told_in_its_own_words_and_keeps_the_text(infra: Infra) -> None:
    agent = ScriptedAgent(TextDelta("half"), ProviderBusy("The provider is busy. Try later."))
    ref = begin(infra, question(), agent).ref
    assert told(read(infra, ref.turn_id))[-1] == Failed(
        "provider_busy", "The provider is busy. Try later.", is_retryable=True
    )
    assert rows(infra, ref.conversation_id)[-1].text == "half"


def test_an_assembly_that_fails_ends_the_turn(infra: Infra) -> None:
    def broken(*_: object) -> None:
        raise ProviderBusy("No provider.")

    ref = begin(infra, question(), broken).ref  # type: ignore[arg-type]
    assert isinstance(told(read(infra, ref.turn_id))[-1], Failed)


@pytest.mark.requirement("A05")
@pytest.mark.parametrize("place", ["while text arrives", "in silence"])
def test_stop_ends_the_agent_at_once_and_keeps_the_text(infra: Infra, place: str) -> None:
    silence = Event()
    steps = [TextDelta("some ")] if place == "while text arrives" else []
    agent = ScriptedAgent(*steps, silence, TextDelta("never"))
    ref = begin(infra, question(), agent).ref
    wait_for(lambda: agent.runs == 1)
    gevent.sleep(0)
    turn.stop(infra, ALICE, ref.turn_id)
    events = read(infra, ref.turn_id)
    assert told(events)[-1] == Cancelled("stopped")
    assert text_of(events) == "".join(step.text for step in steps)
    assert agent.closed == 1
    assert last_row_state(infra, ref) == "canceled"
    assert not leases.is_held(infra, ALICE, ref.conversation_id)


@pytest.mark.requirement("A05")
def test_stop_from_another_worker_reaches_the_owner(infra: Infra, elsewhere: Infra) -> None:
    agent = ScriptedAgent(TextDelta("a"), Event())
    ref = begin(infra, question(), agent).ref
    wait_for(lambda: agent.runs == 1)
    turn.stop(elsewhere, ALICE, ref.turn_id)
    worker(infra).link.step()
    infra.clock.advance(1)  # type: ignore[attr-defined]
    worker(infra).link.step()
    assert told(read(infra, ref.turn_id))[-1] == Cancelled("stopped")
    assert agent.closed == 1


def test_stopping_an_ended_turn_changes_nothing(infra: Infra) -> None:
    ref = answer(infra).ref
    turn.stop(infra, ALICE, ref.turn_id)
    assert last_row_state(infra, ref) == "completed"


def test_somebody_elses_turn_cannot_be_stopped(infra: Infra) -> None:
    ref = begin(infra, question(), ScriptedAgent(Event())).ref
    with pytest.raises(NotFound):
        turn.stop(infra, BOB, ref.turn_id)


@pytest.mark.requirement("D03")
def test_a_turn_past_its_deadline_ends_timed_out(infra: Infra, clock: FakeClock) -> None:
    agent = ScriptedAgent(TextDelta("a"), Event())
    ref = begin(infra, question(), agent).ref
    wait_for(lambda: agent.runs == 1)
    gevent.sleep(0)
    clock.advance(infra.settings.turn_deadline_s)
    worker(infra).pulse()
    failed = told(read(infra, ref.turn_id))[-1]
    assert isinstance(failed, Failed)
    assert failed.code == "turn_timeout"
    assert rows(infra, ref.conversation_id)[-1].text == "a"


def test_a_browsers_turn_lives_on_for_the_grace_and_no_longer(
    infra: Infra, clock: FakeClock
) -> None:
    ref = begin(infra, question(), ScriptedAgent(Event())).ref
    clock.advance(FIRST_READER_S + infra.settings.grace_s)
    worker(infra).pulse()
    assert worker(infra).link.live[ref.turn_id].ending is None
    clock.advance(1)
    worker(infra).pulse()
    assert told(read(infra, ref.turn_id))[-1] == Cancelled("disconnected")


def test_an_api_callers_turn_ends_soon_after_the_last_reader(
    infra: Infra, clock: FakeClock
) -> None:
    ask = question(on_disconnect=OnDisconnect.CANCEL)
    ref = begin(infra, ask, ScriptedAgent(Event())).ref
    clock.advance(FIRST_READER_S + CANCEL_AFTER_S + 0.1)
    worker(infra).pulse()
    wait_for(lambda: ref.turn_id not in worker(infra).link.live)
    assert last_row_state(infra, ref) == "canceled"


def test_slots_are_free_before_the_terminal_event(infra: Infra) -> None:
    order: list[str] = []
    hooks = Hooks(
        released=lambda: order.append(
            f"released, lock held: {leases.is_held(infra, ALICE, ref.conversation_id)}"
        ),
        settled=lambda _: order.append("settled"),
    )
    ref = begin(infra, question(), ScriptedAgent(), hooks=hooks).ref
    entries = read(infra, ref.turn_id)
    order.append(type(entries[-1].event).__name__)
    wait_for(lambda: len(order) == 3)
    assert order[0] == "released, lock held: False"
    assert sorted(order[1:]) == ["Completed", "settled"]


def test_a_restart_ends_running_turns_with_an_error_that_can_be_retried(infra: Infra) -> None:
    agent = ScriptedAgent(TextDelta("a"), Event())
    ref = begin(infra, question(), agent).ref
    wait_for(lambda: agent.runs == 1)
    turn.drain(infra)
    failed = told(read(infra, ref.turn_id))[-1]
    assert isinstance(failed, Failed)
    assert (failed.code, failed.is_retryable) == ("server_stopping", True)
    assert not worker(infra).link.live


def test_a_long_burst_lets_other_greenlets_run(infra: Infra, clock: FakeClock) -> None:
    seen: list[int] = []
    burst = [lambda: clock.advance(0.01), TextDelta("x")] * 50
    ref = begin(infra, question(), ScriptedAgent(*burst)).ref
    other = gevent.spawn(lambda: [seen.append(len(seen)) or gevent.sleep(0) for _ in range(20)])
    read(infra, ref.turn_id)
    other.kill()
    assert len(seen) > 5
