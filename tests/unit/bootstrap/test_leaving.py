import gevent
import pytest

from chatapp.bootstrap import leaving
from chatapp.infra.handle import Infra
from tests.fakes import make_infra


@pytest.fixture
def drained(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    order: list[str] = []
    monkeypatch.setattr(leaving, "LOOK_S", 0)
    monkeypatch.setattr(leaving, "PATIENCE_S", 0.05)
    monkeypatch.setattr(leaving.turn, "drain", lambda _infra: order.append("turns"))
    monkeypatch.setattr(leaving.connection, "drain", lambda _infra: order.append("streams"))
    return order


@pytest.fixture
def infra(tmp_path_factory: pytest.TempPathFactory) -> Infra:
    return make_infra(tmp_path_factory.mktemp("d"))


def _leave(infra: Infra) -> None:
    leaving.leave_well(infra, lambda: False)
    gevent.sleep(0.01)


def test_worker_that_stays_drains_nothing(infra: Infra, drained: list[str]) -> None:
    looks = iter([True] * 3)
    leaving.leave_well(infra, lambda: next(looks))
    gevent.sleep(0)
    assert drained == []


def test_turns_end_before_the_streams_are_sent_away(infra: Infra, drained: list[str]) -> None:
    _leave(infra)
    assert drained == ["turns", "streams"]


def test_running_turn_gets_its_moment_and_no_more(infra: Infra, drained: list[str]) -> None:
    live = leaving.worker(infra).link.live
    live["t1"] = object()  # type: ignore[assignment]
    _leave(infra)
    assert drained == []
    gevent.sleep(0.1)
    assert drained == ["turns", "streams"]
