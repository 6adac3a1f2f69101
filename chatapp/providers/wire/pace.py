"""Fair shares of the one thread: a stream that never waits lets the others run now and then.

gevent switches only where a read would block. Without this a provider that bursts keeps every
other stream of the worker from its first token for seconds.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import gevent

from chatapp.infra.clock import Clock

SLICE_S: Final = 0.004
WAITED_S: Final = 0.001
"""A read that took this long has waited, so the others have had their turn."""


def paced(reads: Iterable[bytes], clock: Clock) -> Iterator[bytes]:
    """The same reads, with a switch after every few milliseconds of work."""
    last_switch_s = before_s = clock.monotonic_s()
    for data in reads:
        now_s = clock.monotonic_s()
        if now_s - before_s > WAITED_S:
            last_switch_s = now_s
        yield data
        before_s = clock.monotonic_s()
        if before_s - last_switch_s > SLICE_S:
            gevent.sleep(0)
            last_switch_s = before_s = clock.monotonic_s()
