import json
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.http.errors import LimitRequestLine

from chatapp.infra.handle import Infra, install
from chatapp.web.gunicorn_worker import PoliteWorker, leave, too_long
from chatapp.web.sse.connection import OpenStreams


class Client:
    """A socket that remembers what was sent."""

    def __init__(self) -> None:
        self.sent = b""

    def sendall(self, data: bytes) -> None:
        self.sent += data


def test_a_long_address_is_answered_with_what_to_do() -> None:
    client = Client()
    worker: Any = PoliteWorker.__new__(PoliteWorker)
    worker.handle_error(None, client, None, LimitRequestLine(9000, 8190))
    head, _, body = client.sent.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 414 ")
    assert f"Content-Length: {len(body)}".encode() in head
    problem = json.loads(body)
    assert problem["code"] == "query_too_long"
    assert "POST" in problem["detail"]
    assert too_long().startswith(b"HTTP/1.1 414 ")


def test_leaving_ends_the_turns_and_the_streams(infra: Infra) -> None:
    install(infra)
    leave()
    assert infra.local.get(OpenStreams, OpenStreams).is_leaving


def test_what_runs_gets_time_before_it_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    planned: list[tuple[float, object]] = []
    monkeypatch.setattr(
        "chatapp.web.gunicorn_worker.gevent.spawn_later",
        lambda seconds, call: planned.append((seconds, call)),
    )
    worker: Any = PoliteWorker.__new__(PoliteWorker)
    worker.cfg = SimpleNamespace(graceful_timeout=10)
    worker.handle_exit(15, None)
    assert planned == [(5.0, leave)]
    assert worker.alive is False
