"""The journal's copy in Redis: whole after interruptions, honest about holes."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import RedisError

from chatapp.conversation import mirror
from chatapp.conversation.mirror import FIELD, Hole, Mirror, stream_key
from chatapp.conversation.turn_log import LogReader, TurnLog
from chatapp.domain.events import Completed, Step, TurnEvent
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import ReasoningDelta, StateKept, TextDelta, Usage
from chatapp.infra.handle import Infra
from tests.unit.conversation.strategies import events
from tests.unit.conversation.test_turn_log import flat

STATE = StateKept(ProviderState("p", "m", {"s": "x"}))


def batches(infra: Infra, turn_id: str) -> list[bytes]:
    return [fields[FIELD] for _, fields in infra.redis.xrange(stream_key(turn_id))]


def copied(infra: Infra, turn_id: str) -> TurnLog:
    """The log as another worker has it."""
    log = TurnLog(turn_id)
    for batch in batches(infra, turn_id):
        mirror.apply(log, batch)
    return log


def test_a_copy_has_every_event_under_its_number(infra: Infra) -> None:
    one = Mirror(TurnLog("t"))
    for step in (["a", "b"], ["c"], []):
        for text in step:
            one.log.append(TextDelta(text))
        mirror.flush(infra.redis, [one], 0.0)
    one.log.append(ReasoningDelta("r"))
    one.log.append(Usage(1, 1))
    one.log.append(Completed("c", "m"))
    mirror.flush(infra.redis, [one], 0.0)
    copy = copied(infra, "t")
    assert len(batches(infra, "t")) == 3
    for after in range(6):
        assert LogReader(copy, after).take() == LogReader(one.log, after).take()
    assert one.is_done
    assert copy.is_closed


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(events, st.booleans()), max_size=12))
def test_any_events_flushed_at_any_time_come_through(
    infra: Infra, steps: list[tuple[TurnEvent, bool]]
) -> None:
    infra.redis.delete(stream_key("t"))
    one = Mirror(TurnLog("t"))
    for event, is_flushed in steps:
        one.log.append(event)
        if is_flushed:
            mirror.flush(infra.redis, [one], 0.0)
    mirror.flush(infra.redis, [one], 0.0)
    told = list(one.log.events())
    assert flat(list(copied(infra, "t").events())) == flat(told)
    assert not [e for e in copied(infra, "t").events() if isinstance(e, Usage | StateKept)]
    kept = [e for e in mirror.recorded(infra.redis, "t") if isinstance(e, Usage | StateKept)]
    assert kept == [e for e in told if isinstance(e, Usage | StateKept)]


def test_the_stream_expires(infra: Infra) -> None:
    one = Mirror(TurnLog("t"))
    one.log.append(TextDelta("a"))
    mirror.flush(infra.redis, [one], 0.0)
    assert 0 < infra.redis.ttl(stream_key("t")) <= mirror.TTL_S


def test_after_a_lost_connection_the_whole_log_is_written_again(
    infra: Infra, without_redis: Infra
) -> None:
    one = Mirror(TurnLog("t"))
    one.log.append(TextDelta("a"))
    mirror.flush(infra.redis, [one], 0.0)
    copy = copied(infra, "t")
    one.log.append(TextDelta("b"))
    with pytest.raises(RedisError):
        mirror.flush(without_redis.redis, [one], 0.0)
    one.doubt()
    infra.redis.flushdb()
    one.log.append(TextDelta("c"))
    mirror.flush(infra.redis, [one], 0.0)
    for batch in batches(infra, "t"):
        mirror.apply(copy, batch)
    assert list(copy.events()) == [TextDelta("abc")]
    assert copy.last_seq == 3


def test_a_hole_is_noticed(infra: Infra) -> None:
    one = Mirror(TurnLog("t"))
    for text in "abc":
        one.log.append(TextDelta(text))
        mirror.flush(infra.redis, [one], 0.0)
    first, _, third = batches(infra, "t")
    copy = TurnLog("t")
    mirror.apply(copy, first)
    with pytest.raises(Hole):
        mirror.apply(copy, third)
    assert copy.last_seq == 1


def test_what_can_be_recovered_ends_at_the_first_hole(infra: Infra) -> None:
    one = Mirror(TurnLog("t"))
    for event in (TextDelta("a"), STATE, Step("x"), TextDelta("b")):
        one.log.append(event)
        mirror.flush(infra.redis, [one], 0.0)
    ids = [batch_id for batch_id, _ in infra.redis.xrange(stream_key("t"))]
    infra.redis.xdel(stream_key("t"), ids[2])
    assert list(mirror.recorded(infra.redis, "t")) == [TextDelta("a"), STATE]


def test_nothing_new_is_no_round_trip(without_redis: Infra) -> None:
    mirror.flush(without_redis.redis, [Mirror(TurnLog("t"))], 0.0)
