import signal
import subprocess
import sys

from chatapp.infra.children import start
from chatapp.infra.clock import FakeClock
from chatapp.infra.supervisor import GIVE_UP_AFTER, STEADY_S, Program, Supervisor

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]
FAILING = [sys.executable, "-c", "raise SystemExit(3)"]


class Stage:
    """A supervisor on a still clock, and what it said."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.clock = FakeClock()
        self.supervisor = Supervisor(self.said.append, self.clock.monotonic_s)

    def add(self, command: list[str]) -> None:
        self.supervisor.add(Program("part", lambda: start(command)))

    @property
    def child(self) -> subprocess.Popen[bytes]:
        return self.supervisor.processes()[0]

    def die_and_look(self) -> int | None:
        self.child.kill()
        self.child.wait()
        return self.supervisor.look()


def test_dead_child_is_started_again_and_said_so() -> None:
    stage = Stage()
    stage.add(SLEEPER)
    first = stage.child.pid
    assert stage.die_and_look() is None
    stage.clock.advance(0.5)
    stage.supervisor.look()
    assert stage.child.pid != first
    assert stage.said == ["part ended (signal SIGKILL); starting it again in 0.5 s."]
    stage.supervisor.stop_all()


def test_pause_doubles_while_the_child_keeps_dying() -> None:
    stage = Stage()
    stage.add(SLEEPER)
    for _ in range(3):
        stage.die_and_look()
        stage.clock.advance(60)
        stage.supervisor.look()
        stage.clock.advance(1)
    assert [line.split()[-2] for line in stage.said] == ["0.5", "1", "2"]
    stage.supervisor.stop_all()


def test_child_that_lived_long_starts_with_the_first_pause_again() -> None:
    stage = Stage()
    stage.add(SLEEPER)
    for _ in range(2):
        stage.clock.advance(STEADY_S + 1)
        stage.die_and_look()
        stage.clock.advance(1)
        stage.supervisor.look()
    assert [line.split()[-2] for line in stage.said] == ["0.5", "0.5"]
    stage.supervisor.stop_all()


def test_child_that_never_lives_is_given_up_on_with_its_exit_code() -> None:
    stage = Stage()
    stage.add(FAILING)
    codes: list[int | None] = []
    while codes[-1:] != [3] and len(codes) < GIVE_UP_AFTER:
        stage.child.wait()
        codes.append(stage.supervisor.look())
        if codes[-1] is None:
            stage.clock.advance(STEADY_S)
            stage.supervisor.look()
    assert codes[:-1] == [None] * (GIVE_UP_AFTER - 1)
    assert codes[-1] == 3
    assert "giving up" in stage.said[-1]
    stage.supervisor.stop_all()


def test_signal_ends_the_watch_and_every_child() -> None:
    stage = Stage()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    stage.supervisor.end_on_signals()
    stage.add(SLEEPER)
    signal.raise_signal(signal.SIGTERM)
    assert stage.supervisor.watch() is None
    stage.supervisor.stop_all()
    assert stage.child.returncode == -signal.SIGTERM
    for number, handler in before.items():
        signal.signal(number, handler)
