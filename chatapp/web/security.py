"""What every request and response goes through: request ids, CSRF, headers, CORS, proxies.

The policy allows this origin only. A page that needs another (the diagram frame) sets its own
header, and it stays.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask, g, request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response

from chatapp.domain.ids import is_request_id, new_id
from chatapp.infra.addresses import is_within
from chatapp.infra.handle import Infra
from chatapp.web.auth import PEER, check_csrf
from chatapp.web.context import infra, request_id

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_CORS_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Conversation-ID"
)
_READABLE: Final = "Retry-After, X-Conversation-ID, X-Request-ID, X-Turn-ID"


def register(app: Flask) -> None:
    """Put the guards around `app`."""
    handle: Infra = app.extensions["chatapp"]
    app.before_request(_begin)
    app.before_request(check_csrf)
    app.after_request(_finish)
    app.wsgi_app = ProxyGuard(app.wsgi_app, handle.settings.trusted_proxies)  # type: ignore[method-assign]


class ProxyGuard:
    """Believes ``X-Forwarded-*`` from trusted proxies only, and keeps who really connected."""

    def __init__(self, app: "WSGIApplication", trusted: Iterable[str]) -> None:
        self._direct = app
        self._proxied = ProxyFix(app, x_for=1, x_proto=1, x_host=1)
        self._trusted = tuple(trusted)

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Hand the request on, rewritten when a trusted proxy sent it."""
        peer = environ.get("REMOTE_ADDR", "")
        environ[PEER] = peer
        app = self._proxied if is_within(peer, self._trusted) else self._direct
        return app(environ, start_response)


def _begin() -> None:
    presented = request.headers.get("X-Request-ID", "")
    g.request_id = presented if is_request_id(presented) else new_id()


def _finish(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["X-Request-ID"] = request_id()
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    _allow_origin(response)
    return response


def _allow_origin(response: Response) -> None:
    """CORS, without cookies: an origin on the list may call with a key, or as nobody."""
    origin = request.headers.get("Origin")
    if origin is None or origin not in infra().settings.allowed_origins:
        return
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers.add("Vary", "Origin")
    response.headers["Access-Control-Expose-Headers"] = _READABLE
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, POST, PATCH, DELETE"
        response.headers["Access-Control-Allow-Headers"] = _CORS_HEADERS
        response.headers["Access-Control-Max-Age"] = "600"
