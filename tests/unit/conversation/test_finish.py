"""The end of a turn when something breaks on the way."""

from dataclasses import replace

import gevent
import pytest
from gevent.event import Event

from chatapp.conversation import finish, leases, turn
from chatapp.conversation.prepare import prepare_turn
from chatapp.conversation.running import Hooks
from chatapp.conversation.worker import worker
from chatapp.domain.errors import DependencyUnavailable
from chatapp.domain.events import Completed, Failed, is_terminal
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import (
    ALICE,
    ScriptedAgent,
    answer,
    begin,
    kill,
    question,
    read,
    rows,
    text_of,
    told,
    wait_for,
)


class UnwritableDatabase:
    """A database that takes no more writes; it can be read."""

    def __init__(self, real: object) -> None:
        self.reading = real.reading  # type: ignore[attr-defined]
        self.engine = real.engine  # type: ignore[attr-defined]

    def transaction(self) -> object:
        raise DependencyUnavailable("The disk is full.")


class StuckDatabase(UnwritableDatabase):
    """A database whose writes never come back."""

    def transaction(self) -> object:
        return Event().wait()


@pytest.mark.requirement("S13")
@pytest.mark.parametrize("database", [UnwritableDatabase, StuckDatabase])
def test_an_answer_that_cannot_be_saved_ends_in_an_error_never_in_done(
    infra: Infra, database: type[UnwritableDatabase], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finish, "SAVE_S", 0.05)
    prepared = prepare_turn(infra, ALICE, question())
    broken = replace(infra, database=database(infra.database))  # type: ignore[arg-type]
    turn.start(broken, ALICE, question(), prepared, runner=ScriptedAgent())
    entries = read(broken, prepared.ref.turn_id)
    failed = entries[-1].event
    assert isinstance(failed, Failed)
    assert failed.code == "not_saved"
    assert [is_terminal(event) for event in told(entries)].count(True) == 1
    assert not leases.is_held(infra, ALICE, prepared.ref.conversation_id)


def test_what_could_not_be_saved_is_mended_from_the_journal(infra: Infra) -> None:
    prepared = prepare_turn(infra, ALICE, question())
    broken = replace(infra, database=UnwritableDatabase(infra.database))  # type: ignore[arg-type]
    turn.start(broken, ALICE, question(), prepared, runner=ScriptedAgent())
    read(broken, prepared.ref.turn_id)
    wait_for(lambda: not worker(infra).link.mirrors)
    assert prepare_turn(infra, ALICE, question()).is_replay
    row = rows(infra, prepared.ref.conversation_id)[-1]
    assert (row.state, row.text) == ("stale", "Hello there")


def test_a_turn_that_was_taken_for_dead_tells_its_readers_so(infra: Infra) -> None:
    """A process that stood still for too long comes back to find its turn ended."""
    gate = Event()
    ref = begin(infra, question(), ScriptedAgent(TextDelta("a"), gate, TextDelta("b"))).ref
    infra.redis.delete(leases.lock_key(ALICE, ref.conversation_id))
    prepare_turn(infra, ALICE, question())
    reader = gevent.spawn(read, infra, ref.turn_id)
    wait_for(lambda: bool(worker(infra).link.mirrors[ref.turn_id].log.readers))
    gate.set()
    entries = reader.get()
    failed = entries[-1].event
    assert isinstance(failed, Failed)
    assert failed.code == "interrupted"
    row = rows(infra, ref.conversation_id)[-1]
    assert (row.state, row.text) == ("stale", text_of(entries))


def test_hooks_that_break_change_nothing(infra: Infra) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the bill is on fire")

    hooks = Hooks(released=broken, settled=broken)
    ref = begin(infra, question(), ScriptedAgent(), hooks=hooks).ref
    assert isinstance(told(read(infra, ref.turn_id))[-1], Completed)


def test_after_the_terminal_event_every_read_sees_the_final_state(infra: Infra) -> None:
    ref = begin(infra, question(), ScriptedAgent()).ref
    for entry in read(infra, ref.turn_id):
        if is_terminal(entry.event):
            assert rows(infra, ref.conversation_id)[-1].state == "completed"
            following = question(request_id="r-2", conversation_id=ref.conversation_id)
            assert prepare_turn(infra, ALICE, following).lock


def test_without_redis_a_turn_still_ends_completed(infra: Infra, without_redis: Infra) -> None:
    prepared = prepare_turn(infra, ALICE, question())
    turn.start(without_redis, ALICE, question(), prepared, runner=ScriptedAgent())
    entries = read(without_redis, prepared.ref.turn_id)
    assert isinstance(entries[-1].event, Completed)
    assert rows(infra, prepared.ref.conversation_id)[-1].state == "completed"


def test_an_agent_that_does_not_stop_is_left_behind(
    infra: Infra, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn, "CLEANUP_S", 0.05)

    def stubborn() -> None:
        while True:
            try:
                gevent.sleep(60)
            except gevent.GreenletExit:
                continue

    agent = ScriptedAgent(TextDelta("a"), stubborn)
    ref = begin(infra, question(), agent).ref
    wait_for(lambda: agent.runs == 1)
    gevent.sleep(0)
    turn.stop(infra, ALICE, ref.turn_id)
    entries = read(infra, ref.turn_id)
    assert text_of(entries) == "a"
    assert is_terminal(entries[-1].event)


def test_a_killed_turn_is_never_completed(infra: Infra) -> None:
    ref = begin(infra, question(), ScriptedAgent(TextDelta("a"), Event())).ref
    kill(infra, ref.turn_id)
    following = answer(infra, "Go on", request_id="r-2", conversation_id=ref.conversation_id)
    states = [row.state for row in rows(infra, following.ref.conversation_id)]
    assert states == ["completed", "stale", "completed", "completed"]


def test_slots_are_freed_late_rather_than_never(
    infra: Infra, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 1,000 turns ending at once, releases that took too long were given up for good."""
    monkeypatch.setattr(finish, "TIDY_S", 0.01)
    gate, freed = Event(), Event()

    def released() -> None:
        gate.wait()
        freed.set()

    ref = begin(infra, question(), ScriptedAgent(), hooks=Hooks(released=released)).ref
    assert isinstance(told(read(infra, ref.turn_id))[-1], Completed)
    assert not freed.is_set()
    gate.set()
    wait_for(freed.is_set)
