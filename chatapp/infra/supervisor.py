"""Keeps a few child processes alive, and ends all of them in order.

Made for one box: `chatapp serve`. A child that dies is started again after a pause that doubles
while it keeps dying, and one line says so; it is never given up on, since a full disk or a
database that is away may be mended meanwhile. Only before the server is ready a death is final.
"""

import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Final

from chatapp.domain.errors import ChatappError
from chatapp.infra.children import stop

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 30.0
STEADY_S: Final = 10.0
"""A child that lived this long was well; its next death starts with the first pause again."""
LOOK_S: Final = 0.1

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Program:
    """A child to keep alive.

    Attributes:
        name: How the lines call it.
        start: Starts it and returns; may raise a ChatappError.
        patience_s: How long it may take to end when asked to.
        is_done_once: Whether it ends by itself, and stays ended.
    """

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    patience_s: float = 10.0
    is_done_once: bool = False


class _Kept:
    def __init__(self, program: Program, clock: Callable[[], float]) -> None:
        self.program = program
        self.process = program.start()
        self._clock = clock
        self._started = clock()
        self._deaths = 0
        self._due: float | None = None

    def has_died(self, say: Say) -> int | None:
        """The exit code when it is dead, said in a line; nothing is started again."""
        code = self.process.poll()
        if code is not None:
            say(f"{self.program.name} ended ({_reason(code)}) before the server was ready.")
        return None if code is None else code or 1

    def look(self, say: Say) -> None:
        """Notice a death, or start again when the pause is over."""
        if self._due is not None:
            if self._clock() >= self._due:
                self._start_again(say)
            return
        code = self.process.poll()
        if code is not None:
            self._pause(_reason(code), say)

    def _start_again(self, say: Say) -> None:
        try:
            self.process = self.program.start()
        except ChatappError as error:
            self._pause(str(error), say)
        else:
            self._started, self._due = self._clock(), None

    def _pause(self, reason: str, say: Say) -> None:
        now = self._clock()
        self._deaths = 1 if now - self._started > STEADY_S else self._deaths + 1
        pause_s = min(FIRST_PAUSE_S * 2 ** (self._deaths - 1), LONGEST_PAUSE_S)
        self._due = now + pause_s
        say(f"{self.program.name} ended ({reason}); starting it again in {pause_s:g} s.")


class _Once(_Kept):
    """A child that is done once: a bad end is said, and nothing is started again."""

    _is_told = False

    def look(self, say: Say) -> None:
        """Say a bad end, once."""
        code = self.process.poll()
        if code and not self._is_told:
            self._is_told = True
            say(f"{self.program.name} ended ({_reason(code)}); the server goes on without.")


class Supervisor:
    """Starts programs, watches them until told to end, and stops them in reverse order."""

    def __init__(self, say: Say, clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._kept: list[_Kept] = []
        self._ending = False

    def add(self, program: Program) -> None:
        """Start `program` and keep it alive from now on."""
        kind = _Once if program.is_done_once else _Kept
        self._kept.append(kind(program, self._clock))

    def end_on_signals(self) -> None:
        """Let Ctrl-C and SIGTERM end the watch."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    @property
    def is_ending(self) -> bool:
        """Whether somebody asked for the end."""
        return self._ending

    def look(self) -> None:
        """Look at every child once."""
        for kept in self._kept:
            kept.look(self._say)

    def watch(self) -> None:
        """Keep the children alive until told to end."""
        while not self._ending:
            self.look()
            time.sleep(LOOK_S)

    def wait_until(self, is_ready: Callable[[], bool]) -> int | None:
        """Wait until `is_ready` or told to end; the exit code of a child that died before."""
        while not self._ending and not is_ready():
            for kept in self._kept:
                code = kept.has_died(self._say)
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
