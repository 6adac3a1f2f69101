"""gunicorn's gevent worker with two things of ours: a polite end, and a hint on long addresses.

gunicorn lets live streams go on for its graceful timeout and then cuts them without running any
``finally``. So the turns are ended a little before that: each writes its last state and its readers
get an error they can retry; who reads a turn of another worker is asked to come back.
"""

from typing import Any, Final

import gevent
from gunicorn.http.errors import LimitRequestLine
from gunicorn.workers.ggevent import GeventWorker

from chatapp.access.shutdown import end_turns
from chatapp.domain.errors import QueryTooLong
from chatapp.domain.ids import new_id
from chatapp.infra.handle import installed
from chatapp.web.errors import PROBLEM_TYPE, Problem
from chatapp.web.sse.connection import drain

NEEDED_S: Final = 5.0
"""How long before gunicorn's cut the turns are ended."""

HINT: Final = "The address is too long. POST the same fields as JSON to the same path instead."


class PoliteWorker(GeventWorker):  # type: ignore[misc]  # gunicorn is untyped
    """The worker class of ``gunicorn.conf.py``."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop taking requests; what runs has a while to end by itself."""
        super().handle_exit(sig, frame)
        gevent.spawn_later(max(0.0, self.cfg.graceful_timeout - NEEDED_S), leave)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request line that is too long with what to do instead."""
        if not isinstance(exc, LimitRequestLine):
            super().handle_error(req, client, addr, exc)
            return
        client.sendall(too_long())


def leave() -> None:
    """End the turns of this process, and the streams that read others'."""
    infra = installed()
    end_turns(infra)
    drain(infra)


def too_long() -> bytes:
    """The whole 414 response; the request was never parsed, so no app could give it."""
    body = Problem(QueryTooLong.status, QueryTooLong.code, HINT, new_id()).body()
    head = (
        f"HTTP/1.1 414 URI Too Long\r\nConnection: close\r\nContent-Type: {PROBLEM_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
