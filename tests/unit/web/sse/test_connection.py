import socket
from collections.abc import Iterator

import gevent
import pytest
from gevent import socket as cooperative
from gevent.event import Event

from chatapp.infra.handle import Infra
from chatapp.web.sse.connection import (
    SOCKET,
    Connection,
    Interrupted,
    Why,
    connect,
    disconnect,
    drain,
)


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = cooperative.socketpair()
    yield ours, theirs
    ours.close()
    theirs.close()


def _wait(connection: Connection) -> str:
    """What ends a stream that waits for an event which never comes."""
    try:
        with gevent.Timeout(5), connection.waiting():
            Event().wait()
    except Interrupted:
        return "interrupted"
    return "not interrupted"


def test_a_client_that_hangs_up_ends_the_wait(
    infra: Infra, pair: tuple[socket.socket, socket.socket]
) -> None:
    ours, theirs = pair
    connection = connect(infra, {SOCKET: ours})
    gevent.spawn_later(0, theirs.close)
    assert _wait(connection) == "interrupted"
    assert connection.why is Why.GONE


def test_bytes_of_a_next_request_are_no_hang_up(
    infra: Infra, pair: tuple[socket.socket, socket.socket]
) -> None:
    ours, theirs = pair
    connection = connect(infra, {SOCKET: ours})
    theirs.sendall(b"GET /")
    gevent.sleep(0.01)
    assert connection.why is None
    assert ours.recv(5) == b"GET /"


def test_a_stream_is_never_interrupted_while_it_writes(infra: Infra) -> None:
    connection = connect(infra, {})
    connection.interrupt(Why.GONE)
    gevent.sleep(0)  # the hub has had its chance: the stream was not waiting
    assert _wait(connection) == "interrupted"


def test_a_process_that_leaves_ends_every_wait(infra: Infra) -> None:
    streams = [connect(infra, {}) for _ in range(3)]
    waits = [gevent.spawn(_wait, stream) for stream in streams]
    gevent.sleep(0)
    assert drain(infra) == 3
    gevent.joinall(waits)
    assert [wait.value for wait in waits] == ["interrupted"] * 3
    assert {stream.why for stream in streams} == {Why.LEAVING}
    assert _wait(connect(infra, {})) == "interrupted"


def test_a_stream_that_is_over_is_forgotten(infra: Infra) -> None:
    connection = connect(infra, {})
    disconnect(infra, connection)
    assert drain(infra) == 0
