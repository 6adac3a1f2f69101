"""HTTP/1.1 for streams, as lean as Python allows, under the clients that the SDKs are given.

The standard transport parses in pure Python (45 of 80 microseconds a chunk) and does work for every
connection of its pool under one lock, in which a response that only the garbage collector closes
stops the whole process. This one has no lock: an idle connection is taken off a list or a new one
is made. It knows no proxies; `wire.http` uses the standard one where the environment has a proxy.
"""

import contextlib
import http.client
import select
import socket
import ssl
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import httpx2

from chatapp.providers.wire.chunked import ChunkDecoder, MalformedChunk

READ_BYTES: Final = 16_384
"""Some 60 events: what a stream that never waits may do before the others have their turn."""
MAX_IDLE: Final = 20
HTTPS_PORT: Final = 443
HTTP_PORT: Final = 80

Origin = tuple[str, str, int]


class LeanTransport(httpx2.BaseTransport):
    """Connections by origin; `context` verifies the servers' certificates."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._context = context
        self._idle: defaultdict[Origin, list[http.client.HTTPConnection]] = defaultdict(list)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send, and read the head of the answer."""
        timeouts = request.extensions.get("timeout", {})
        origin = _origin(request.url)
        connection = self._reused(origin)
        if connection is not None:
            try:
                return self._exchange(connection, request, origin, timeouts)
            except (httpx2.RemoteProtocolError, httpx2.WriteError):
                connection.close()  # the server let go of it while it was idle
        connection = self._opened(origin, timeouts)
        try:
            return self._exchange(connection, request, origin, timeouts)
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        """Close the idle connections."""
        for connections in self._idle.values():
            while connections:
                connections.pop().close()

    def keep(self, origin: Origin, connection: http.client.HTTPConnection) -> None:
        """Take back a connection whose answer was read to its end."""
        if len(self._idle[origin]) < MAX_IDLE:
            self._idle[origin].append(connection)
        else:
            connection.close()

    def _reused(self, origin: Origin) -> http.client.HTTPConnection | None:
        while self._idle[origin]:
            connection = self._idle[origin].pop()
            if _is_quiet(connection.sock):
                return connection
            connection.close()
        return None

    def _opened(self, origin: Origin, timeouts: Any) -> http.client.HTTPConnection:
        scheme, host, port = origin
        connect_s = timeouts.get("connect")
        connection = (
            http.client.HTTPSConnection(host, port, timeout=connect_s, context=self._context)
            if scheme == "https"
            else http.client.HTTPConnection(host, port, timeout=connect_s)
        )
        try:
            connection.connect()
        except TimeoutError as error:
            raise httpx2.ConnectTimeout(str(error)) from error
        except OSError as error:
            raise httpx2.ConnectError(str(error)) from error
        return connection

    def _exchange(
        self,
        connection: http.client.HTTPConnection,
        request: httpx2.Request,
        origin: Origin,
        timeouts: Any,
    ) -> httpx2.Response:
        sock = connection.sock
        with _named(httpx2.WriteTimeout, httpx2.WriteError):
            sock.settimeout(timeouts.get("write"))
            sock.sendall(_head(request) + request.read())
        with _named(httpx2.ReadTimeout, httpx2.ReadError):
            sock.settimeout(timeouts.get("read"))
            answer = _begun(http.client.HTTPResponse(sock, method=request.method))
        return httpx2.Response(
            answer.status,
            headers=answer.getheaders(),
            stream=_Body(self, origin, connection, answer),
        )


class _Body(httpx2.SyncByteStream):
    """What follows the head; closing it early closes the connection."""

    def __init__(
        self,
        transport: LeanTransport,
        origin: Origin,
        connection: http.client.HTTPConnection,
        answer: http.client.HTTPResponse,
    ) -> None:
        self._transport = transport
        self._origin = origin
        self._connection = connection
        self._answer = answer
        self._decoder = ChunkDecoder() if answer.chunked else None
        self._is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        with _named(httpx2.ReadTimeout, httpx2.ReadError):
            if self._decoder is not None:
                yield from self._chunks(self._decoder)
                return
            while data := self._answer.read1(READ_BYTES):
                yield data

    def close(self) -> None:
        """Give the connection back, or hang up if the answer was not read to its end."""
        if self._is_closed:
            return
        self._is_closed = True
        is_whole = self._decoder.is_done if self._decoder else self._answer.isclosed()
        self._answer.close()
        if is_whole and not self._answer.will_close:
            self._transport.keep(self._origin, self._connection)
            return
        with contextlib.suppress(OSError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._connection.close()

    def _chunks(self, decoder: ChunkDecoder) -> Iterator[bytes]:
        """As much as one read gives, chunk borders gone."""
        while not decoder.is_done:
            data = self._answer.fp.read1(READ_BYTES)
            if not data:
                raise http.client.IncompleteRead(b"")
            if content := decoder.feed(data):
                yield content


def _origin(url: httpx2.URL) -> Origin:
    return url.scheme, url.host, url.port or (HTTPS_PORT if url.scheme == "https" else HTTP_PORT)


def _head(request: httpx2.Request) -> bytes:
    """The request line and headers; sent with the body in one packet where they fit."""
    target = request.url.raw_path
    lines = [b"%b %b HTTP/1.1" % (request.method.encode("ascii"), target)]
    lines += [b"%b: %b" % header for header in request.headers.raw]
    if any(b"\r" in line or b"\n" in line for line in lines):
        raise httpx2.LocalProtocolError("a header holds a line break")
    return b"\r\n".join([*lines, b"", b""])


def _begun(answer: http.client.HTTPResponse) -> http.client.HTTPResponse:
    """The answer with its head read; its file is closed when that fails."""
    try:
        answer.begin()
    except BaseException:
        answer.close()
        raise
    return answer


def _is_quiet(sock: socket.socket | None) -> bool:
    """Whether an idle connection is still open: a closed one is readable."""
    if sock is None:
        return False
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return not poll.poll(0)


@contextmanager
def _named(
    timeout: type[httpx2.TimeoutException], broken: type[httpx2.NetworkError]
) -> Iterator[None]:
    """Give the standard library's errors the names that the SDKs expect."""
    try:
        yield
    except TimeoutError as error:
        raise timeout(str(error)) from error
    except (http.client.RemoteDisconnected, http.client.IncompleteRead) as error:
        raise httpx2.RemoteProtocolError("the server closed the connection") from error
    except (http.client.HTTPException, MalformedChunk) as error:
        raise httpx2.RemoteProtocolError("illegal answer") from error
    except OSError as error:
        raise broken(str(error)) from error
