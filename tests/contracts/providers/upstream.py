"""A provider's server for tests: plays scripts, byte for byte, over a real socket.

One thread a connection, nothing of gevent. A script is a head and steps; what the client sent is
kept in `requests`, and `closed` tells that it hung up during `HANG` or while bytes were written.
"""

import json
import socket
import threading
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

HANG: Final = object()
"""Send nothing more, until the client hangs up."""

CUT: Final = object()
"""Break the connection in the middle of the body."""


@dataclass(frozen=True, slots=True)
class Script:
    """One answer.

    Attributes:
        steps: Bytes (each one HTTP chunk), `HANG` or `CUT`.
        raw: Sent instead of an HTTP answer.
    """

    steps: tuple[object, ...] = ()
    status: int = 200
    content_type: str = "text/event-stream"
    headers: tuple[tuple[str, str], ...] = ()
    raw: bytes | None = None

    @property
    def body(self) -> bytes:
        return b"".join(step for step in self.steps if isinstance(step, bytes))


def document(
    body: Any, status: int = 200, *headers: tuple[str, str], content_type: str = "application/json"
) -> Script:
    """An answer that is not a stream."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Script((data,), status, content_type, headers)


SILENT: Final = Script(raw=b"")
"""Takes the request and never answers."""


@dataclass(slots=True)
class Received:
    """One request."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass(slots=True)
class Upstream:
    """The server; `play` queues scripts, the last one is repeated."""

    requests: list[Received] = field(default_factory=list)
    closed: threading.Event = field(default_factory=threading.Event)
    hang_ups: int = 0
    _scripts: deque[Script] = field(default_factory=deque)
    _listener: socket.socket = field(default_factory=socket.socket)
    _connections: list[socket.socket] = field(default_factory=list)

    def start(self) -> "Upstream":
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen(256)
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def stop(self) -> None:
        self._listener.close()
        for connection in self._connections:
            connection.close()

    @property
    def url(self) -> str:
        host, port = self._listener.getsockname()
        return f"http://{host}:{port}"

    def play(self, *scripts: Script) -> None:
        self._scripts.extend(scripts)

    @property
    def last(self) -> Received:
        return self.requests[-1]

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._connections.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        reader = connection.makefile("rb")
        try:
            while self._read_request(reader):
                script = self._scripts.popleft() if len(self._scripts) > 1 else self._scripts[0]
                if not self._answer(connection, script):
                    break
        except (OSError, ValueError):
            self._hung_up()
        finally:
            reader.close()
            connection.close()

    def _read_request(self, reader: Any) -> bool:
        line = reader.readline()
        if not line:
            return False
        headers = {}
        while (header := reader.readline().strip()) != b"":
            name, _, value = header.decode().partition(":")
            headers[name.lower()] = value.strip()
        body = reader.read(int(headers.get("content-length", "0")))
        received = Received(line.decode().split(" ")[1], headers, json.loads(body or b"{}"))
        self.requests.append(received)
        return True

    def _answer(self, connection: socket.socket, script: Script) -> bool:
        if script.raw is not None:
            connection.sendall(script.raw)
            return self._hang(connection) if not script.raw else False
        head = f"HTTP/1.1 {script.status} X\r\ncontent-type: {script.content_type}\r\n"
        for name, value in script.headers:
            head += f"{name}: {value}\r\n"
        connection.sendall(f"{head}transfer-encoding: chunked\r\n\r\n".encode())
        for step in script.steps:
            if step is CUT:
                return False
            if step is HANG:
                return self._hang(connection)
            assert isinstance(step, bytes)
            connection.sendall(b"%x\r\n%b\r\n" % (len(step), step))
        connection.sendall(b"0\r\n\r\n")
        return True

    def _hang(self, connection: socket.socket) -> bool:
        if connection.recv(1) == b"":
            self._hung_up()
        return False

    def _hung_up(self) -> None:
        self.hang_ups += 1
        self.closed.set()
