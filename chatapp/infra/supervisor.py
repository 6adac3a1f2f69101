"""Keeps a few child processes alive, and ends all of them in order.

Made for one box: `chatapp serve`. A child that dies is started again after a pause that doubles
while it keeps dying, and one line says so. A child that never lived long enough to be useful is
given up on, and everything ends with its exit code.
"""

import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Final

from chatapp.infra.children import stop

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 30.0
STEADY_S: Final = 10.0
"""A child that lived this long was well; its next death starts with the first pause again."""
GIVE_UP_AFTER: Final = 5
"""Deaths in a row after which a child is given up on."""
LOOK_S: Final = 0.1

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Program:
    """A child to keep alive.

    Attributes:
        name: How the lines call it.
        start: Starts it and returns; may raise a ChatappError.
        patience_s: How long it may take to end when asked to.
        is_done_once: Whether it ends by itself and is not started again when it ended well.
    """

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    patience_s: float = 10.0
    is_done_once: bool = False


class _Kept:
    def __init__(self, program: Program, clock: Callable[[], float]) -> None:
        self.program = program
        self.deaths = 0
        self._clock = clock
        self._start()

    def _start(self) -> None:
        self.process = self.program.start()
        self.started = self._clock()
        self.due: float | None = None

    def look(self, say: Say) -> int | None:
        """Notice a death, or start again when the pause is over; the exit code to give up with."""
        now = self._clock()
        if self.due is not None:
            if now >= self.due:
                self._start()
            return None
        code = self.process.poll()
        if code is None or (code == 0 and self.program.is_done_once):
            return None
        return self._died(code, now, say)

    def has_died(self, say: Say) -> int | None:
        """The exit code when it is dead, said in a line; nothing is started again."""
        code = self.process.poll()
        if code is not None:
            say(f"{self.program.name} ended ({_reason(code)}) before the server was ready.")
        return None if code is None else code or 1

    def _died(self, code: int, now: float, say: Say) -> int | None:
        self.deaths = 1 if now - self.started > STEADY_S else self.deaths + 1
        if self.deaths >= GIVE_UP_AFTER:
            say(f"{self.program.name} ended {self.deaths} times in a row; giving up.")
            return code or 1
        pause = min(FIRST_PAUSE_S * 2 ** (self.deaths - 1), LONGEST_PAUSE_S)
        say(f"{self.program.name} ended ({_reason(code)}); starting it again in {pause:g} s.")
        self.due = now + pause
        return None


class Supervisor:
    """Starts programs, watches them until told to end, and stops them in reverse order."""

    def __init__(self, say: Say, clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._kept: list[_Kept] = []
        self._ending = False

    def add(self, program: Program) -> None:
        """Start `program` and keep it alive from now on."""
        self._kept.append(_Kept(program, self._clock))

    def end_on_signals(self) -> None:
        """Let Ctrl-C and SIGTERM end the watch."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    @property
    def is_ending(self) -> bool:
        """Whether somebody asked for the end."""
        return self._ending

    def look(self, *, forgives: bool = True) -> int | None:
        """Look at every child once; an exit code when one had to be given up on.

        Without `forgives` that is the first death of any.
        """
        for kept in self._kept:
            code = kept.look(self._say) if forgives else kept.has_died(self._say)
            if code is not None:
                return code
        return None

    def watch(
        self, until: Callable[[], bool] = lambda: False, *, forgives: bool = True
    ) -> int | None:
        """Watch until told to end or `until`; an exit code when a child had to be given up on."""
        while not self._ending and not until():
            code = self.look(forgives=forgives)
            if code is not None:
                return code
            time.sleep(LOOK_S)
        return None

    def stop_all(self) -> None:
        """End the children, the last started first."""
        for kept in reversed(self._kept):
            stop(kept.process, patience_s=kept.program.patience_s)

    def processes(self) -> Sequence[subprocess.Popen[bytes]]:
        """The children as they are now, in the order of their start."""
        return [kept.process for kept in self._kept]

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._ending = True


def _reason(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
