"""One log line a request, under the request's id: method, path, status, and how long it took.

The query string stays out: it may hold questions and tokens. A stream's time is that of its first
byte. Static files and probes are not worth a line.
"""

import logging
from typing import Final

from flask import Flask, g, request
from werkzeug.wrappers import Response

from chatapp.infra.logging import request_id as log_id
from chatapp.web.context import infra, request_id

_LOG: Final = logging.getLogger("chatapp.requests")
_SILENT: Final = ("/static/", "/healthz", "/readyz")


def register(app: Flask) -> None:
    """Log the requests of `app`; the request id must already be there."""
    app.before_request(_begin)
    app.after_request(_log)


def _begin() -> None:
    log_id.set(request_id())
    g.began_s = infra().clock.monotonic_s()


def _log(response: Response) -> Response:
    if not request.path.startswith(_SILENT):
        took_ms = round((infra().clock.monotonic_s() - g.get("began_s", 0.0)) * 1000)
        status = response.status_code
        _LOG.info("%s %s %s in %s ms", request.method, request.path, status, took_ms)
    return response
