"""Fair shares of the one thread, and fewer but larger reads when there are many streams.

gevent switches only where a read would block: without a rest from here a provider that bursts keeps
every other stream of the worker from its first token for seconds. And a read per token costs more
than the token: under load a stream waits a little between reads and takes what came together, which
halves the cost for 8-16 ms of median delay. The first token is never delayed.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import gevent

from chatapp.infra.clock import Clock
from chatapp.infra.handle import Infra

SLICE_S: Final = 0.002
REST_S: Final = 0.015
"""Rest of a stream that never waits: 20,000 events a second are left to it, and eight of them leave
room for others. A rest of zero would not do: gevent runs 50 such before it looks at sockets."""

WAITED_S: Final = 0.01
"""A read that took this long has waited, so the others have had their turn; less may be work."""

MANY_STREAMS: Final = 16
GATHER_S: Final = 0.03


class Pace:
    """The streams of this process; one object, kept by `Infra.local`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._running = 0

    def paced(self, reads: Iterable[bytes]) -> Iterator[bytes]:
        """The same reads; between them the others run."""
        self._running += 1
        try:
            yield from self._shared(reads)
        finally:
            self._running -= 1

    def _shared(self, reads: Iterable[bytes]) -> Iterator[bytes]:
        last_switch_s = before_s = self._clock.monotonic_s()
        for data in reads:
            if self._clock.monotonic_s() - before_s > WAITED_S:
                last_switch_s = self._clock.monotonic_s()
            yield data
            before_s = self._clock.monotonic_s()
            if self._running >= MANY_STREAMS:
                gevent.sleep(GATHER_S)
            elif before_s - last_switch_s > SLICE_S:
                gevent.sleep(REST_S)
            else:
                continue
            last_switch_s = before_s = self._clock.monotonic_s()


def pace(infra: Infra) -> Pace:
    """The pace of this process."""
    return infra.local.get(Pace, lambda: Pace(infra.clock))
