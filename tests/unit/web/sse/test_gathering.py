import gevent
import pytest
from flask import Flask
from gevent.event import Event

from chatapp.access.streams import Heartbeat, JournalEntry
from chatapp.domain.errors import DependencyUnavailable, ProviderBusy, StreamInterrupted
from chatapp.domain.events import Completed, TurnEvent
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from chatapp.web.sse.connection import OpenStreams, drain
from chatapp.web.sse.gathering import gather
from tests.unit.web.sse.test_response import Turn

TURN = "a" * 32
DONE = Completed("c", "m")


@pytest.fixture
def app(infra: Infra) -> Flask:
    app = Flask("whole")
    app.extensions["chatapp"] = infra
    return app


def _gathered(app: Flask, turn: Turn) -> list[TurnEvent]:
    with app.test_request_context():
        return list(gather(turn.source()))


def test_events_come_to_the_terminal_one_without_heartbeats(app: Flask, infra: Infra) -> None:
    text = TextDelta("Hi")
    turn = Turn(Heartbeat(), JournalEntry(TURN, 1, text), DONE, TextDelta("never"))
    assert _gathered(app, turn) == [text, DONE]
    assert turn.closed == 1
    assert infra.local.get(OpenStreams, OpenStreams).connections == {}


def test_an_answer_that_ends_early_is_an_error(app: Flask) -> None:
    turn = Turn(TextDelta("Hi"))
    with pytest.raises(StreamInterrupted):
        _gathered(app, turn)
    assert turn.closed == 1


def test_an_error_on_the_way_is_the_callers(app: Flask) -> None:
    turn = Turn(ProviderBusy("Busy."))
    with pytest.raises(ProviderBusy):
        _gathered(app, turn)
    assert turn.closed == 1


def test_a_server_that_leaves_asks_to_come_again(app: Flask, infra: Infra) -> None:
    turn = Turn(Event())
    waiting = gevent.spawn(_gathered, app, turn)
    gevent.sleep(0)
    assert drain(infra) == 1
    with gevent.Timeout(5), pytest.raises(DependencyUnavailable):
        waiting.get()
    assert turn.closed == 1
