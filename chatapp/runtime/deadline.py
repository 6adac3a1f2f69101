"""The turn's deadline: no wait for a provider or a tool outlives it.

It bounds single waits, never a stretch that contains a yield: a timer left running across a yield
would go off inside whoever reads the events.
"""

from collections.abc import Callable
from typing import TypeVar

import gevent

from chatapp.domain.errors import TurnTimeout
from chatapp.infra.clock import Clock

T = TypeVar("T")


class Deadline:
    """A moment on `clock`, `seconds` from now."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self._end_s = clock.monotonic_s() + seconds

    def within(self, wait: Callable[[], T]) -> T:
        """What `wait` gives, if it comes before the deadline.

        Raises:
            TurnTimeout: the deadline passed before or during the wait.
        """
        remaining_s = self._end_s - self._clock.monotonic_s()
        if remaining_s <= 0:
            raise self._passed()
        timer = gevent.Timeout.start_new(remaining_s)
        try:
            return wait()
        except gevent.Timeout as fired:
            if fired is not timer:
                raise
            raise self._passed() from None
        finally:
            timer.close()

    def _passed(self) -> TurnTimeout:
        return TurnTimeout(
            f"The answer took longer than {self._seconds:g} s and was stopped; what came so far is"
            " kept. Ask something narrower, or raise CHATAPP_TURN_DEADLINE_S."
        )
