import gevent
import pytest
from gevent.event import Event

from chatapp.domain.errors import TurnTimeout
from chatapp.infra.clock import FakeClock
from chatapp.runtime.deadline import Deadline


def test_a_wait_within_the_deadline_gives_its_value() -> None:
    assert Deadline(FakeClock(), 1).within(lambda: 7) == 7


def test_a_wait_that_is_too_long_is_cut_off() -> None:
    with pytest.raises(TurnTimeout):
        Deadline(FakeClock(), 0.01).within(Event().wait)


def test_nothing_begins_after_the_deadline() -> None:
    clock, begun = FakeClock(), []
    deadline = Deadline(clock, 10)
    clock.advance(10)
    with pytest.raises(TurnTimeout, match="longer than 10 s"):
        deadline.within(lambda: begun.append(1))
    assert begun == []


def test_another_timer_passes_through() -> None:
    with pytest.raises(gevent.Timeout), gevent.Timeout(0.01):
        Deadline(FakeClock(), 60).within(Event().wait)
