"""What a worker's turns exchange with Redis."""

import gevent
import pytest
from gevent.event import Event

from chatapp.conversation import leases, link
from chatapp.conversation.leases import RENEW_S
from chatapp.conversation.link import BACKOFF_S, FAST_S, IDLE_S
from chatapp.conversation.mirror import stream_key
from chatapp.conversation.worker import worker
from chatapp.domain.events import Failed
from chatapp.domain.stream import TextDelta
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import (
    ALICE,
    PATIENCE_S,
    ScriptedAgent,
    begin,
    flush,
    question,
    read,
    text_of,
    told,
    wait_for,
)


def ttl_ms(infra: Infra, conversation_id: str) -> int:
    return int(infra.redis.pttl(leases.lock_key(ALICE, conversation_id)))


def test_the_lock_is_renewed_while_the_turn_runs(infra: Infra, clock: FakeClock) -> None:
    ref = begin(infra, question(), ScriptedAgent(Event())).ref
    infra.redis.pexpire(leases.lock_key(ALICE, ref.conversation_id), 1000)
    clock.advance(RENEW_S)
    worker(infra).link.step()
    assert ttl_ms(infra, ref.conversation_id) > 10_000


def test_a_lock_that_redis_lost_is_taken_back(infra: Infra, clock: FakeClock) -> None:
    ref = begin(infra, question(), ScriptedAgent(Event())).ref
    infra.redis.delete(leases.lock_key(ALICE, ref.conversation_id))
    clock.advance(RENEW_S)
    worker(infra).link.step()
    assert leases.is_held(infra, ALICE, ref.conversation_id)
    assert worker(infra).link.live[ref.turn_id].ending is None


def test_a_lock_that_somebody_else_has_ends_the_turn(infra: Infra, clock: FakeClock) -> None:
    ref = begin(infra, question(), ScriptedAgent(Event())).ref
    infra.redis.set(leases.lock_key(ALICE, ref.conversation_id), "somebody else")
    clock.advance(RENEW_S)
    worker(infra).link.step()
    failed = told(read(infra, ref.turn_id))[-1]
    assert isinstance(failed, Failed)
    assert failed.code == "lock_lost"
    assert infra.redis.get(leases.lock_key(ALICE, ref.conversation_id)) == b"somebody else"


def test_an_unread_turn_is_copied_twice_a_second(infra: Infra, clock: FakeClock) -> None:
    gate = Event()
    ref = begin(infra, question(), ScriptedAgent(gate, TextDelta("b"), Event())).ref
    wait_for(lambda: infra.redis.xlen(stream_key(ref.turn_id)) == 1)
    gate.set()
    wait_for(lambda: worker(infra).link.mirrors[ref.turn_id].log.last_seq == 2)
    worker(infra).link.step()
    assert infra.redis.xlen(stream_key(ref.turn_id)) == 1
    flush(infra)
    assert infra.redis.xlen(stream_key(ref.turn_id)) == 2


def test_a_turn_read_elsewhere_is_copied_at_once(infra: Infra, clock: FakeClock) -> None:
    gate = Event()
    ref = begin(infra, question(), ScriptedAgent(gate, TextDelta("b"), Event())).ref
    infra.redis.set(link.reading_key(ref.turn_id), 1)
    flush(infra)
    gate.set()
    wait_for(lambda: worker(infra).link.mirrors[ref.turn_id].log.last_seq == 2)
    assert worker(infra).link.step() == FAST_S
    assert infra.redis.xlen(stream_key(ref.turn_id)) == 2


def test_an_ended_turn_is_forgotten_when_redis_has_it(infra: Infra) -> None:
    ref = begin(infra, question(), ScriptedAgent()).ref
    read(infra, ref.turn_id)
    assert worker(infra).link.step() == IDLE_S
    assert not worker(infra).link.is_busy


@pytest.mark.requirement("I05")
def test_a_turn_goes_on_while_redis_is_away_and_is_copied_when_it_is_back(
    infra: Infra, without_redis: Infra, clock: FakeClock
) -> None:
    gate = Event()
    ref = begin(infra, question(), ScriptedAgent(TextDelta("a"), gate, TextDelta("b"))).ref
    there = worker(infra).link
    wait_for(lambda: there.mirrors[ref.turn_id].log.last_seq == 2)
    flush(infra)
    worker(infra).stop()
    there._infra = without_redis
    clock.advance(1)
    assert there.step() == BACKOFF_S
    infra.redis.flushdb()
    there._infra = infra
    worker(infra).wake()
    flush(infra)
    gate.set()
    assert text_of(read(infra, ref.turn_id)) == "ab"
    wait_for(lambda: not there.mirrors)
    assert infra.redis.xlen(stream_key(ref.turn_id)) >= 1


def test_a_follower_without_readers_is_dropped(infra: Infra, elsewhere: Infra) -> None:
    ref = begin(infra, question(), ScriptedAgent(Event())).ref
    far = gevent.spawn(read, elsewhere, ref.turn_id)
    wait_for(lambda: ref.turn_id in worker(elsewhere).link.followed)
    far.kill()
    worker(elsewhere).link.step()
    assert not worker(elsewhere).link.is_busy


@pytest.mark.requirement("S08")
def test_a_follower_with_a_hole_gets_the_row_in_the_end(
    infra: Infra, elsewhere: Infra, clock: FakeClock
) -> None:
    gate = Event()
    agent = ScriptedAgent(TextDelta("a"), gate, TextDelta("b"), Event(), TextDelta("c"))
    ref = begin(infra, question(), agent).ref
    far = gevent.spawn(read, elsewhere, ref.turn_id)
    wait_for(lambda: ref.turn_id in worker(elsewhere).link.followed)
    followed = worker(elsewhere).link.followed[ref.turn_id]
    flush(infra)
    wait_for(lambda: followed.log.last_seq == 2)
    infra.redis.xadd(stream_key(ref.turn_id), {b"b": b'{"n":9,"i":[{"t":["x"]}]}'})
    wait_for(lambda: followed.has_hole)
    worker(infra).link.live[ref.turn_id].end(link.STOPPED)
    read(infra, ref.turn_id)
    for _ in range(2):
        clock.advance(link.CHECK_S)
        worker(elsewhere).link.step()
    entries = far.get(timeout=PATIENCE_S)
    assert text_of(entries) == "a"
    assert any(entry.is_snapshot for entry in entries)


def test_batches_are_found_in_either_shape_of_reply(infra: Infra, elsewhere: Infra) -> None:
    """RESP3 clients give a dictionary where RESP2 clients give a list of pairs."""
    ref = begin(infra, question(), ScriptedAgent(TextDelta("a"))).ref
    flush(infra)

    class Resp3:
        def __getattr__(self, name: str) -> object:
            return getattr(infra.redis, name)

        def xread(self, positions: dict[str, str]) -> dict[object, object]:
            return dict(infra.redis.xread(positions))

    there = worker(elsewhere).link
    far = gevent.spawn(read, elsewhere, ref.turn_id)
    there._infra = gevent_free = type(infra)(
        infra.settings,
        infra.database,
        Resp3(),
        infra.queue,
        infra.clock,  # type: ignore[arg-type]
    )
    assert gevent_free
    assert text_of(far.get(timeout=PATIENCE_S)) == "a"


def test_locks_are_taken_back_as_soon_as_redis_answers_again(
    infra: Infra, without_redis: Infra
) -> None:
    ref = begin(infra, question(), ScriptedAgent(Event())).ref
    there = worker(infra).link
    there._infra = without_redis
    there.step()
    infra.redis.flushdb()
    there._infra = infra
    there.step()
    assert leases.is_held(infra, ALICE, ref.conversation_id)
