"""Time as a dependency, so that tests own it: aware UTC datetimes and monotonic seconds."""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Where the rest of the product gets the time from."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...

    def monotonic_s(self) -> float:
        """Seconds that only go forward, for durations and deadlines."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - the one place that asks the machine

    def monotonic_s(self) -> float:
        """Seconds of the machine's monotonic clock."""
        return time.monotonic()


class FakeClock:
    """A clock that stands still until told to move."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._start = start
        self._elapsed_s = 0.0

    def now(self) -> datetime:
        """The start plus what was advanced."""
        return self._start + timedelta(seconds=self._elapsed_s)

    def monotonic_s(self) -> float:
        """The seconds advanced so far."""
        return self._elapsed_s

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self._elapsed_s += seconds
