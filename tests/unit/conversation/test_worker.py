"""The greenlets that serve a process's turns."""

import logging

import gevent
import pytest
from gevent.event import Event

from chatapp.conversation import worker as module
from chatapp.conversation.worker import Worker, worker
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ScriptedAgent, begin, question, read, wait_for


def running(turns: Worker) -> list[str]:
    return sorted(name for name, greenlet in turns._greenlets.items() if greenlet)


def test_they_run_while_there_is_something_to_serve(infra: Infra) -> None:
    turns = worker(infra)
    assert running(turns) == []
    gate = Event()
    ref = begin(infra, question(), ScriptedAgent(gate)).ref
    assert running(turns) == ["link", "pulse"]
    gate.set()
    read(infra, ref.turn_id)
    turns.link.step()
    wait_for(lambda: running(turns) == [])
    assert turns.find(ref.turn_id) is None


def test_a_step_that_breaks_is_logged_and_taken_again(
    infra: Infra, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    turns = worker(infra)
    steps: list[int] = []

    def step() -> float:
        steps.append(1)
        if len(steps) == 1:
            raise RuntimeError("no")
        return 0.0

    monkeypatch.setattr(module, "RETRY_S", 0.0)
    turns.link.step = step  # type: ignore[method-assign]
    with caplog.at_level(logging.ERROR):
        begin(infra, question(), ScriptedAgent(Event()))
        wait_for(lambda: len(steps) > 3)
    assert "worker failed" in caplog.text


def test_every_process_has_its_own(infra: Infra, elsewhere: Infra) -> None:
    assert worker(infra) is worker(infra)
    assert worker(infra) is not worker(elsewhere)
    ref = begin(infra, question(), ScriptedAgent()).ref
    assert worker(infra).is_own(ref.turn_id)
    assert not worker(elsewhere).is_own(ref.turn_id)
    gevent.sleep(0)
