"""The client's end of a stream: notices that it has gone, and lets the server leave politely.

A vanished client is otherwise noticed only by the next write, which may be a whole tool call
away. A greenlet waits until the socket is readable and peeks: no bytes means it was closed. The
stream is interrupted only while it waits for its next event, never within a write.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING, Final

import gevent
from gevent.socket import wait_read

from chatapp.infra.handle import Infra

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

SOCKET: Final = "gunicorn.socket"

MOST_OF_ONE_BROWSER: Final = 4
"""A browser opens six connections to one host: two must stay free for pages (case W01)."""


class Why(Enum):
    """What ended a wait for the next event."""

    GONE = "gone"
    LEAVING = "leaving"


class Interrupted(BaseException):
    """Raised in the stream's greenlet where it waits; no error, so nobody handles it as one."""


class Connection:
    """One open stream of this process.

    Attributes:
        why: Set when the stream shall end without its terminal event.
        browser: What tells one browser from another, empty for callers that are none.
    """

    def __init__(self, sock: socket.socket | None, browser: str = "") -> None:
        self.why: Why | None = None
        self.browser = browser
        self._reader = gevent.getcurrent()
        self._is_waiting = False
        self._watcher = None if sock is None else gevent.spawn(self._watch, sock)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """The block in which the stream may be interrupted.

        Raises:
            Interrupted: it was, before or within the block.
        """
        if self.why is not None:
            raise Interrupted
        self._reader = gevent.getcurrent()
        self._is_waiting = True
        try:
            yield
        finally:
            self._is_waiting = False

    def interrupt(self, why: Why) -> None:
        """End the stream where it waits, or before it waits next."""
        self.why = self.why or why
        gevent.get_hub().loop.run_callback(self._throw)

    def close(self) -> None:
        """Stop watching."""
        if self._watcher is not None:
            self._watcher.kill(block=False)

    def _throw(self) -> None:
        # Runs in the hub: nothing can move the reader between the question and the throw.
        if self._is_waiting:
            self._is_waiting = False
            self._reader.throw(Interrupted())

    def _watch(self, sock: socket.socket) -> None:
        try:
            wait_read(sock.fileno())
            is_gone = sock.recv(1, socket.MSG_PEEK) == b""
        except OSError:
            is_gone = True
        if is_gone:  # bytes are the next request of an impatient client: they can wait
            self.interrupt(Why.GONE)


class OpenStreams:
    """The open streams of this process."""

    def __init__(self) -> None:
        self.connections: dict[Connection, None] = {}  # a set that remembers who came first
        self.is_leaving = False

    def make_room(self, browser: str) -> None:
        """Send a browser's oldest stream back to its queue, when it has as many as it may."""
        mine = [open_ for open_ in self.connections if open_.browser == browser and not open_.why]
        for oldest in mine[: max(0, len(mine) + 1 - MOST_OF_ONE_BROWSER)]:
            oldest.interrupt(Why.LEAVING)


def connect(infra: Infra, environ: "WSGIEnvironment", browser: str = "") -> Connection:
    """Watch the client of this request; on a server without a socket to watch, only count it."""
    streams = infra.local.get(OpenStreams, OpenStreams)
    connection = Connection(environ.get(SOCKET), browser)
    if browser:
        streams.make_room(browser)
    if streams.is_leaving:
        connection.interrupt(Why.LEAVING)
    streams.connections[connection] = None
    return connection


def disconnect(infra: Infra, connection: Connection) -> None:
    """The stream is over."""
    infra.local.get(OpenStreams, OpenStreams).connections.pop(connection, None)
    connection.close()


def drain(infra: Infra) -> int:
    """Tell every reader of this process to come back, and end the streams; says how many.

    The turns go on. Called when the worker was told to stop.
    """
    streams = infra.local.get(OpenStreams, OpenStreams)
    streams.is_leaving = True
    for connection in tuple(streams.connections):
        connection.interrupt(Why.LEAVING)
    return len(streams.connections)
