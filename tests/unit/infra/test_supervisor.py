import signal
import subprocess
import sys

from chatapp.domain.errors import DependencyUnavailable
from chatapp.infra.children import start
from chatapp.infra.clock import FakeClock
from chatapp.infra.supervisor import LONGEST_PAUSE_S, STEADY_S, Program, Supervisor

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

    def die_and_look(self) -> None:
        self.child.kill()
        self.child.wait()
        self.supervisor.look()


def test_dead_child_is_started_again_and_said_so() -> None:
    stage = Stage()
    stage.add(SLEEPER)
    first = stage.child.pid
    stage.die_and_look()
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


def test_child_that_cannot_be_started_again_is_tried_later() -> None:
    stage = Stage()
    tries = iter([False, True, False])

    def begin() -> subprocess.Popen[bytes]:
        if next(tries):
            raise DependencyUnavailable("The disk is full.")
        return start(SLEEPER)

    stage.supervisor.add(Program("part", begin))
    stage.die_and_look()
    stage.clock.advance(0.5)
    stage.supervisor.look()
    assert stage.said[-1] == "part ended (The disk is full.); starting it again in 1 s."
    stage.clock.advance(1)
    stage.supervisor.look()
    assert stage.child.poll() is None
    stage.supervisor.stop_all()


def test_pause_never_grows_beyond_its_limit() -> None:
    stage = Stage()
    stage.add(FAILING)
    for _ in range(12):
        stage.child.wait()
        stage.supervisor.look()
        stage.clock.advance(LONGEST_PAUSE_S)
        stage.supervisor.look()
    assert stage.said[-1].endswith(f"again in {LONGEST_PAUSE_S:g} s.")
    stage.supervisor.stop_all()


def test_death_before_the_server_is_ready_ends_the_wait_with_its_code() -> None:
    stage = Stage()
    stage.add(FAILING)
    stage.child.wait()
    assert stage.supervisor.wait_until(lambda: False) == 3
    assert stage.said == ["part ended (exit code 3) before the server was ready."]
    stage.supervisor.stop_all()


def test_wait_ends_when_the_server_is_ready() -> None:
    stage = Stage()
    stage.add(SLEEPER)
    assert stage.supervisor.wait_until(lambda: True) is None
    stage.supervisor.stop_all()


def test_child_that_is_done_once_stays_ended_and_its_bad_end_is_said_once() -> None:
    stage = Stage()
    stage.supervisor.add(Program("steps", lambda: start(FAILING), is_done_once=True))
    stage.child.wait()
    for _ in range(2):
        stage.supervisor.look()
        stage.clock.advance(60)
    assert stage.said == ["steps ended (exit code 3); the server goes on without."]
    stage.supervisor.stop_all()


def test_signal_ends_the_watch_and_every_child() -> None:
    stage = Stage()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    stage.supervisor.end_on_signals()
    stage.add(SLEEPER)
    signal.raise_signal(signal.SIGTERM)
    stage.supervisor.watch()
    stage.supervisor.stop_all()
    assert stage.child.returncode == -signal.SIGTERM
    for number, handler in before.items():
        signal.signal(number, handler)
