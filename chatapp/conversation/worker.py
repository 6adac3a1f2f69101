"""The turns that this process knows of: those it runs, and those of other workers it follows.

Two greenlets serve them all while there is anything to serve. The pulse does no input or output, so
deadlines, graces and heartbeats hold whatever happens to Redis; the link talks to Redis
(`chatapp.conversation.link`). Made once a process, by `worker`.
"""

import logging
from collections.abc import Callable
from typing import Final

import gevent
from gevent import Greenlet

from chatapp.conversation.followed import Followed
from chatapp.conversation.link import Link
from chatapp.conversation.live import LiveTurn
from chatapp.conversation.turn_log import TurnLog
from chatapp.infra.handle import Infra

log: Final = logging.getLogger(__name__)

PULSE_S: Final = 0.25
RETRY_S: Final = 1.0


class Worker:
    """What one process knows of turns."""

    def __init__(self, infra: Infra) -> None:
        self._infra = infra
        self.link = Link(infra)
        self._greenlets: dict[str, Greenlet] = {}

    def find(self, turn_id: str) -> TurnLog | None:
        """The log of a turn that this process has at hand."""
        if turn_id in self.link.mirrors:
            return self.link.mirrors[turn_id].log
        followed = self.link.followed.get(turn_id)
        return followed.log if followed else None

    def is_own(self, turn_id: str) -> bool:
        """Whether the turn runs or ran here."""
        return turn_id in self.link.mirrors

    def add(self, turn: LiveTurn) -> None:
        """Take charge of a turn that begins."""
        self.link.live[turn.ref.turn_id] = turn
        self.link.mirrors[turn.ref.turn_id] = turn.mirror
        self.wake()

    def remove(self, turn: LiveTurn) -> None:
        """Let go of a turn that has ended; its log stays until Redis has it and nobody reads."""
        self.link.live.pop(turn.ref.turn_id, None)

    def follow(self, followed: Followed) -> None:
        """Begin to follow a turn of another worker."""
        self.link.followed[followed.log.turn_id] = followed
        self.wake()

    def wake(self) -> None:
        """Make sure that both greenlets run."""
        for name, step in (("pulse", self._pulse_step), ("link", self.link.step)):
            if not self._greenlets.get(name):
                self._greenlets[name] = gevent.spawn(self._loop, step)

    def stop(self) -> None:
        """End both greenlets; for tests and the end of the process."""
        gevent.killall(list(self._greenlets.values()))
        self._greenlets.clear()

    def pulse(self) -> None:
        """Check every running turn, and wake readers that waited long enough."""
        now_s = self._infra.clock.monotonic_s()
        for turn in list(self.link.live.values()):
            turn.check(self._infra)
        for turn_log in self.link.logs():
            for reader in turn_log.readers:
                if now_s >= reader.wake_at_s:
                    reader.woken.set()

    def _pulse_step(self) -> float:
        self.pulse()
        return PULSE_S

    def _loop(self, step: Callable[[], float]) -> None:
        while self.link.is_busy:
            try:
                pause_s = step()
            except Exception:
                log.exception("a step of the turns' worker failed")
                pause_s = RETRY_S
            gevent.sleep(pause_s)


def worker(infra: Infra) -> Worker:
    """This process's worker."""
    return infra.local.get(Worker, lambda: Worker(infra))
