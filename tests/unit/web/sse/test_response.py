from collections.abc import Iterator

import gevent
import orjson
import pytest
from flask import Flask
from gevent.event import Event

from chatapp.access.streams import Heartbeat, JournalEntry
from chatapp.domain.errors import ProviderBusy
from chatapp.domain.events import Completed, TurnEvent
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from chatapp.web.sse.chat_dialect import ChatDialect
from chatapp.web.sse.connection import drain
from chatapp.web.sse.frames import KEEP_ALIVE, OPENING
from chatapp.web.sse.response import Source, respond
from tests.unit.web.sse.reader import read

TURN = "a" * 32
Entry = JournalEntry | TurnEvent | Heartbeat
DONE = Completed("c", "m")


class Turn:
    """Plays entries and errors, and remembers that it was closed."""

    def __init__(self, *steps: Entry | BaseException | Event) -> None:
        self.closed = 0
        self._steps = steps

    def source(self) -> Source:
        return Source(self._play(), self._close)

    def _play(self) -> Iterator[Entry]:
        for step in self._steps:
            if isinstance(step, BaseException):
                raise step
            if isinstance(step, Event):
                step.wait()
            else:
                yield step

    def _close(self) -> None:
        self.closed += 1


@pytest.fixture
def app(infra: Infra) -> Flask:
    app = Flask("streams")
    app.extensions["chatapp"] = infra
    return app


def _stream(app: Flask, turn: Turn) -> bytes:
    with app.test_request_context():
        return respond(turn.source(), ChatDialect()).get_data()


def _types(stream: bytes) -> list[str]:
    return [orjson.loads(event.data)["type"] for event in read(stream)]


def test_the_first_bytes_come_before_the_first_event(app: Flask) -> None:
    never = Turn(Event())
    with app.test_request_context():
        response = respond(never.source(), ChatDialect())
        assert next(iter(response.response)) == OPENING
        response.close()
    assert never.closed == 1


@pytest.mark.requirement("S06")
def test_silence_is_filled_with_comments_that_are_no_events(app: Flask) -> None:
    turn = Turn(Heartbeat(), Heartbeat(), JournalEntry(TURN, 1, DONE))
    stream = _stream(app, turn)
    assert stream.count(KEEP_ALIVE) == 2
    assert _types(stream) == ["done"]


@pytest.mark.requirement("S13")
@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ProviderBusy("Busy."), "provider_busy"),
        (RuntimeError("secret"), "internal_error"),
    ],
)
def test_an_exception_becomes_the_terminal_event(app: Flask, error: Exception, code: str) -> None:
    stream = _stream(app, Turn(JournalEntry(TURN, 1, TextDelta("Half")), error))
    assert _types(stream) == ["text_delta", "error"]
    assert orjson.loads(read(stream)[-1].data)["code"] == code
    assert b"secret" not in stream
    assert b"Traceback" not in stream


@pytest.mark.requirement("S13")
def test_a_source_that_just_ends_is_an_interruption(app: Flask) -> None:
    stream = _stream(app, Turn(JournalEntry(TURN, 1, TextDelta("Half"))))
    assert orjson.loads(read(stream)[-1].data)["code"] == "stream_interrupted"


@pytest.mark.requirement("S13")
def test_nothing_follows_the_terminal_event(app: Flask) -> None:
    turn = Turn(JournalEntry(TURN, 1, DONE), JournalEntry(TURN, 2, TextDelta("More")))
    assert _types(_stream(app, turn)) == ["done"]


def test_a_source_is_closed_once_however_it_ended(app: Flask) -> None:
    for last in (JournalEntry(TURN, 1, DONE), RuntimeError()):
        turn = Turn(last)
        _stream(app, turn)
        assert turn.closed == 1


def test_a_process_that_leaves_asks_its_readers_to_come_back(app: Flask, infra: Infra) -> None:
    turn = Turn(JournalEntry(TURN, 1, TextDelta("Half")), Event())
    with app.test_request_context():
        reading = gevent.spawn(respond(turn.source(), ChatDialect()).get_data)
    gevent.sleep(0)
    drain(infra)
    stream = reading.get(timeout=5)
    assert _types(stream) == ["text_delta", "reconnect"]
    assert turn.closed == 1
