from collections.abc import Iterator

import gevent
import pytest

from chatapp.infra.clock import FakeClock
from chatapp.providers.wire.pace import GATHER_S, MANY_STREAMS, REST_S, SLICE_S, Pace


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    monkeypatch.setattr(gevent, "sleep", pauses.append)
    return pauses


def run(pace: Pace, clock: FakeClock, count: int, work_s: float) -> list[bytes]:
    seen = []
    for data in pace.paced(iter([b"%d" % number for number in range(count)])):
        seen.append(data)
        clock.advance(work_s)
    return seen


def test_every_read_comes_through_in_order(slept: list[float]) -> None:
    clock = FakeClock()
    assert run(Pace(clock), clock, 3, SLICE_S * 2) == [b"0", b"1", b"2"]


def test_a_stream_that_never_waits_lets_others_run(slept: list[float]) -> None:
    clock = FakeClock()
    run(Pace(clock), clock, 10, SLICE_S / 2.5)
    assert slept == [REST_S] * 3


def test_a_stream_that_waits_by_itself_is_left_alone(slept: list[float]) -> None:
    clock = FakeClock()

    def slow() -> Iterator[bytes]:
        for _ in range(5):
            clock.advance(0.02)
            yield b"x"

    list(Pace(clock).paced(slow()))
    assert slept == []


def test_many_streams_gather_before_they_read(slept: list[float]) -> None:
    pace = Pace(FakeClock())
    running = [pace.paced(iter([b"1", b"2"])) for _ in range(MANY_STREAMS)]
    for stream in running:
        next(stream)
    assert slept == []
    next(running[0])
    assert slept == [GATHER_S]
    for stream in running:
        stream.close()  # type: ignore[attr-defined]


def test_a_closed_stream_counts_no_more(slept: list[float]) -> None:
    pace = Pace(FakeClock())
    for _ in range(MANY_STREAMS * 2):
        stream = pace.paced(iter([b"1", b"2"]))
        next(stream)
        stream.close()  # type: ignore[attr-defined]
    assert list(pace.paced(iter([b"1", b"2"]))) == [b"1", b"2"]
    assert slept == []
