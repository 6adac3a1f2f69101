"""A model server whose answers a test writes: OpenAI's wire, one thread for each request.

`say` sets what the next requests stream; a `Gate` among the pieces holds the stream until the test
opens it. An integer is an HTTP error.
"""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PATIENCE_S = 30.0


class Gate:
    """A place in an answer where the model waits for the test."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def open(self) -> None:
        self._event.set()

    def wait(self) -> None:
        self._event.wait(PATIENCE_S)


class Call:
    """A tool call that the model asks for."""

    def __init__(self, name: str, **arguments: Any) -> None:
        self.name = name
        self.arguments = arguments


Piece = str | Gate | Call | int


class Upstream(ThreadingHTTPServer):
    """The server and the script it plays; the last answer of a script is repeated."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script: tuple[tuple[Piece, ...], ...] = (("Hello.",),)
        self.requests = 0
        self._lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def say(self, *rounds: tuple[Piece, ...]) -> None:
        """What each following request is answered with, in order."""
        with self._lock:
            self.script = rounds
            self.requests = 0

    def next_round(self) -> tuple[Piece, ...]:
        with self._lock:
            pieces = self.script[min(self.requests, len(self.script) - 1)]
            self.requests += 1
            return pieces

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Upstream

    def log_message(self, *_: object) -> None:
        """Be quiet."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        pieces = self.server.next_round()
        if isinstance(pieces[0], int):
            self._error(pieces[0])
            return
        self.close_connection = True
        with contextlib.suppress(OSError):  # the reader was stopped: what some tests are about
            self._stream(pieces)

    def _error(self, status: int) -> None:
        body = json.dumps({"error": {"message": "told by the test", "type": "t"}}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, pieces: tuple[Piece, ...]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        reason = "stop"
        for number, piece in enumerate(pieces):
            if isinstance(piece, Gate):
                piece.wait()
            elif isinstance(piece, Call):
                reason = "tool_calls"
                self._send({"tool_calls": [_call(number, piece)]})
            else:
                self._send({"content": str(piece)})
        self._send({}, reason)
        self.wfile.write(b"data: [DONE]\n\n")

    def _send(self, delta: dict[str, Any], reason: str | None = None) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        chunk = {"id": "x", "object": "chat.completion.chunk", "choices": [choice]}
        self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        self.wfile.flush()


def _call(number: int, call: Call) -> dict[str, Any]:
    function = {"name": call.name, "arguments": json.dumps(call.arguments)}
    return {"index": 0, "id": f"call-{number}", "type": "function", "function": function}
