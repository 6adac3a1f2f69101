"""Readers of a turn: first, second, resumed, in another worker, after the end, after a crash."""

import gevent
import pytest
from gevent.event import Event

from chatapp.conversation import journal, mirror, turn
from chatapp.conversation.entries import REPLAY_BASE, Heartbeat, JournalEntry
from chatapp.conversation.link import CHECK_S
from chatapp.conversation.prepare import prepare_turn
from chatapp.conversation.worker import worker
from chatapp.domain.errors import NotFound
from chatapp.domain.events import Completed, Failed, Step, TurnStarted, is_terminal
from chatapp.domain.ids import new_id
from chatapp.domain.stream import TextDelta
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import (
    ALICE,
    PATIENCE_S,
    ScriptedAgent,
    answer,
    begin,
    flush,
    kill,
    question,
    read,
    text_of,
    told,
    wait_for,
)

WORDS = [TextDelta(word) for word in ("One ", "two ", "three ", "four.")]
TEXT = "One two three four."


def halfway() -> tuple[ScriptedAgent, Event]:
    """An agent that waits after two words."""
    gate = Event()
    return ScriptedAgent(*WORDS[:2], gate, *WORDS[2:]), gate


def test_two_readers_of_one_turn_see_the_same(infra: Infra) -> None:
    agent, gate = halfway()
    ref = begin(infra, question(), agent).ref
    readers = [gevent.spawn(read, infra, ref.turn_id) for _ in range(2)]
    wait_for(lambda: len(worker(infra).link.mirrors[ref.turn_id].log.readers) == 2)
    gate.set()
    gevent.joinall(readers, raise_error=True)
    assert readers[0].value == readers[1].value
    assert text_of(readers[0].value) == TEXT


@pytest.mark.requirement("S08")
@pytest.mark.parametrize("after", range(1, 6))
def test_a_resumed_reader_gets_only_what_it_missed(infra: Infra, after: int) -> None:
    agent, gate = halfway()
    ref = begin(infra, question(), agent).ref
    log = worker(infra).link.mirrors[ref.turn_id].log
    gate.set()
    wait_for(lambda: log.last_seq >= after)
    entries = read(infra, ref.turn_id, after)
    assert min(entry.seq for entry in entries) > after
    assert text_of(entries) == "".join(word.text for word in WORDS[max(0, after - 1) :])
    assert isinstance(entries[-1].event, Completed)


@pytest.mark.requirement("S08")
@pytest.mark.parametrize("after", [-1, 10**20, 77])
def test_a_reader_with_a_strange_number_gets_all_as_a_replacement(infra: Infra, after: int) -> None:
    agent, gate = halfway()
    ref = begin(infra, question(), agent).ref
    gate.set()
    first, *rest = read(infra, ref.turn_id, after)
    assert first.is_snapshot
    assert isinstance(first.event, TurnStarted)
    assert not any(entry.is_snapshot for entry in rest)


def test_a_silent_turn_gives_heartbeats_that_are_no_events(infra: Infra, clock: FakeClock) -> None:
    agent, gate = halfway()
    ref = begin(infra, question(), agent).ref
    entries = journal.follow(infra, ref.turn_id)
    with gevent.Timeout(PATIENCE_S):
        while (
            text_of([entry for entry in [next(entries)] if isinstance(entry, JournalEntry)]) == ""
        ):
            pass
        clock.advance(infra.settings.heartbeat_s)
        worker(infra).pulse()
        assert next(entries) == Heartbeat()
        gate.set()
        rest = [entry for entry in entries if isinstance(entry, JournalEntry)]
    assert rest[-1].seq == 7


@pytest.mark.requirement("W04")
def test_a_reader_in_another_worker_sees_the_same(infra: Infra, elsewhere: Infra) -> None:
    agent, gate = halfway()
    ref = begin(infra, question(), agent).ref
    far = gevent.spawn(read, elsewhere, ref.turn_id)
    wait_for(lambda: ref.turn_id in worker(elsewhere).link.followed)
    near = gevent.spawn(read, infra, ref.turn_id)
    gate.set()
    gevent.joinall([far, near], raise_error=True)
    assert text_of(far.value) == text_of(near.value) == TEXT
    assert told(far.value)[-1] == told(near.value)[-1]
    assert far.value[-1].id == near.value[-1].id


@pytest.mark.requirement("S08")
@pytest.mark.parametrize("after", range(1, 6))
def test_a_reader_can_change_the_worker_in_the_middle(
    infra: Infra, elsewhere: Infra, after: int
) -> None:
    agent, gate = halfway()
    ref = begin(infra, question(), agent).ref
    gate.set()
    entries = read(elsewhere, ref.turn_id, after)
    assert text_of(entries) == "".join(word.text for word in WORDS[max(0, after - 1) :])
    assert not any(entry.is_snapshot for entry in entries)


def test_readers_elsewhere_keep_a_browsers_turn_alive(
    infra: Infra, elsewhere: Infra, clock: FakeClock
) -> None:
    agent, gate = halfway()
    ref = begin(infra, question(), agent).ref
    far = gevent.spawn(read, elsewhere, ref.turn_id)
    wait_for(lambda: ref.turn_id in worker(elsewhere).link.followed)
    for _ in range(4):
        clock.advance(infra.settings.grace_s)
        worker(elsewhere).link.step()
        worker(infra).link.step()
        worker(infra).pulse()
    assert worker(infra).link.live[ref.turn_id].ending is None
    gate.set()
    assert text_of(far.get(timeout=PATIENCE_S)) == TEXT


def test_an_ended_turn_is_replayed_from_its_row(infra: Infra, elsewhere: Infra) -> None:
    agent, gate = halfway()
    gate.set()
    ref = answer(infra, agent=agent).ref
    entries = read(elsewhere, ref.turn_id)
    assert text_of(entries) == TEXT
    assert told(entries)[-1] == Completed(ref.conversation_id, ref.turn_id)
    assert all(entry.seq > REPLAY_BASE for entry in entries)


@pytest.mark.requirement("S08")
def test_a_replay_can_be_resumed_too(infra: Infra, elsewhere: Infra) -> None:
    ref = answer(infra).ref
    entries = read(elsewhere, ref.turn_id)
    for place, entry in enumerate(entries):
        assert read(elsewhere, ref.turn_id, entry.seq) == entries[place + 1 :]


@pytest.mark.requirement("S08")
def test_a_live_number_after_the_end_gets_the_rest_from_the_journal(
    infra: Infra, elsewhere: Infra
) -> None:
    agent, gate = halfway()
    gate.set()
    ref = answer(infra, agent=agent).ref
    worker(infra).link.step()
    entries = read(elsewhere, ref.turn_id, 3)
    assert text_of(entries) == "three four."
    assert not entries[0].is_snapshot


@pytest.mark.requirement("S08")
def test_a_live_number_without_the_journal_gets_the_row_as_a_replacement(
    infra: Infra, elsewhere: Infra
) -> None:
    """The server was restarted and its numbers with it."""
    ref = answer(infra).ref
    wait_for(lambda: not worker(infra).link.mirrors)
    infra.redis.delete(mirror.stream_key(ref.turn_id))
    entries = read(elsewhere, ref.turn_id, 3)
    assert entries[0].is_snapshot
    assert text_of(entries) == "Hello there"


@pytest.mark.requirement("I03")
def test_a_reader_of_a_killed_turn_gets_what_came_and_an_error(
    infra: Infra, elsewhere: Infra
) -> None:
    agent, _ = halfway()
    prepared = begin(infra, question(), agent)
    wait_for(lambda: worker(infra).link.mirrors[prepared.ref.turn_id].log.last_seq == 3)
    kill(infra, prepared.ref.turn_id)
    entries = read(elsewhere, prepared.ref.turn_id)
    assert text_of(entries) == "One two "
    failed = entries[-1].event
    assert isinstance(failed, Failed)
    assert (failed.code, failed.is_retryable) == ("interrupted", True)


def test_a_reader_that_was_following_when_it_happened_does_too(
    infra: Infra, elsewhere: Infra, clock: FakeClock
) -> None:
    agent, _ = halfway()
    ref = begin(infra, question(), agent).ref
    far = gevent.spawn(read, elsewhere, ref.turn_id)
    wait_for(lambda: ref.turn_id in worker(elsewhere).link.followed)
    flush(infra)
    wait_for(lambda: worker(elsewhere).link.followed[ref.turn_id].log.last_seq == 3)
    kill(infra, ref.turn_id)
    for _ in range(2):
        clock.advance(CHECK_S)
        worker(elsewhere).link.step()
    entries = far.get(timeout=PATIENCE_S)
    assert text_of(entries) == "One two "
    assert [is_terminal(event) for event in told(entries)].count(True) == 1


def test_a_turn_that_does_not_exist_is_not_found(infra: Infra) -> None:
    with pytest.raises(NotFound):
        read(infra, new_id())


def test_leaving_early_takes_the_reader_off_the_log(infra: Infra) -> None:
    agent, gate = halfway()
    ref = begin(infra, question(), agent).ref
    entries = journal.follow(infra, ref.turn_id)
    next(entries)
    log = worker(infra).link.mirrors[ref.turn_id].log
    assert len(log.readers) == 1
    entries.close()  # type: ignore[attr-defined]
    assert log.readers == []
    gate.set()


@pytest.mark.requirement("S10")
def test_a_page_loaded_halfway_gets_the_text_so_far_and_the_place_to_go_on(
    infra: Infra, elsewhere: Infra
) -> None:
    agent, gate = halfway()
    ref = begin(infra, question(), agent).ref
    wait_for(lambda: worker(infra).link.mirrors[ref.turn_id].log.last_seq == 3)
    flush(infra)
    for server in (infra, elsewhere):
        seq, record = journal.so_far(server, ref.turn_id)
        assert (seq, record.text) == (3, "One two ")
    gate.set()
    assert text_of(read(infra, ref.turn_id, 3)) == "three four."


def test_without_redis_a_running_turn_is_read_where_it_runs(
    infra: Infra, without_redis: Infra
) -> None:
    agent, gate = halfway()
    prepared = prepare_turn(infra, ALICE, question())

    turn.start(without_redis, ALICE, question(), prepared, runner=agent)
    gate.set()
    assert text_of(read(without_redis, prepared.ref.turn_id)) == TEXT
    assert journal.so_far(without_redis, prepared.ref.turn_id)[1].text in ("", TEXT)


def test_without_redis_a_reader_elsewhere_gets_the_row_at_the_end(
    infra: Infra, without_redis: Infra, clock: FakeClock
) -> None:
    agent, gate = halfway()
    ref = begin(infra, question(), agent).ref
    far = gevent.spawn(read, without_redis, ref.turn_id)
    wait_for(lambda: ref.turn_id in worker(without_redis).link.followed)
    gate.set()
    read(infra, ref.turn_id)
    clock.advance(CHECK_S)
    worker(without_redis).link.step()
    assert text_of(far.get(timeout=PATIENCE_S)) == TEXT


def test_steps_are_told_live(infra: Infra) -> None:
    ref = begin(infra, question(), ScriptedAgent(Step("thinking"))).ref
    assert Step("thinking") in told(read(infra, ref.turn_id))
