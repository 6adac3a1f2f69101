"""Streams that are left before their end, as browsers do all day."""

import gc
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from chatapp.domain.stream import Stop, StopReason, TextDelta
from tests.contracts.providers.conftest import QUESTION, Asked
from tests.contracts.providers.upstream import HANG, Script

HANG_UPS = 100
GOOD = 50
CLOSE_SEEN_S = 0.5


@pytest.fixture
def busy_collector() -> Iterator[None]:
    """A garbage collector that runs all the time, in the middle of everything."""
    before = gc.get_threshold()
    gc.set_threshold(20, 2, 2)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("busy_collector")
def test_many_hang_ups_leave_a_provider_that_works(adapter: Asked) -> None:
    """A response that only the collector closed, inside the pool's lock, stopped the worker."""
    wire = adapter.wire
    good = wire.answer("ok")
    adapter.upstream.play(*[wire.answer("one", "two", "three")] * HANG_UPS, good)
    provider = adapter.provider()
    for _ in range(HANG_UPS):
        with closing(provider.stream_chat(QUESTION, (), "")) as stream:
            assert next(stream) == TextDelta("one")
    for _ in range(GOOD):
        assert adapter.events(provider=provider)[-1] == Stop(StopReason.END_TURN)


def test_the_upstream_sees_a_stop_at_once(adapter: Asked) -> None:
    wire = adapter.wire
    steps = (*wire.begin(), *wire.text("Hello", " you"), HANG)
    adapter.upstream.play(Script(steps, content_type=wire.content_type))
    with closing(adapter.provider().stream_chat(QUESTION, (), "")) as stream:
        assert next(stream) == TextDelta("Hello")
        stopped_at = time.monotonic()
    assert adapter.upstream.closed.wait(2)
    assert time.monotonic() - stopped_at < CLOSE_SEEN_S


def test_a_stop_before_the_first_word_is_seen_too(adapter: Asked) -> None:
    """Nothing has been sent yet, so only the closed connection can tell the upstream."""
    adapter.upstream.play(Script((HANG,), content_type=adapter.wire.content_type))
    stream = adapter.impatient().provider().stream_chat(QUESTION, (), "")
    with pytest.raises(Exception, match=r"silent|broke"):
        next(stream)
    assert adapter.upstream.closed.wait(2)
