"""Who is calling: the one credential extractor of the web, and the session cookie.

A credential is the session cookie, ``Authorization: Bearer wa_…`` or the login gateway's headers,
never the body or the query (case U03). Pages use `login_required` and `admin_required`; the REST
routes declare the same in their table. Every unsafe request that a cookie speaks for must repeat
the CSRF token.
"""

import functools
import hmac
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar, cast
from urllib.parse import urlsplit

from flask import g, request
from werkzeug.wrappers import Response

from chatapp.access.gateway import GatewayClaim
from chatapp.access.identity import Credentials, authenticate
from chatapp.access.roles import require_admin
from chatapp.access.sessions import SignedIn, csrf_token
from chatapp.domain.errors import CsrfFailed, NotAuthenticated
from chatapp.domain.identity import Principal
from chatapp.web.context import infra

SESSION_COOKIE: Final = "chatapp_session"
CSRF_HEADER: Final = "X-CSRF-Token"
ACCOUNT_HEADER: Final = "X-Auth-Account-UID"
USER_HEADER: Final = "X-Auth-UID"
PROOF_HEADER: Final = "X-Gateway-Secret"
PEER: Final = "chatapp.peer"
"""Where the environment keeps the address that really connected, before any proxy's word."""

CSRF_FIELD: Final = "csrf_token"
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_DAY_S: Final = 86_400

P = ParamSpec("P")
R = TypeVar("R")


def credentials() -> Credentials:
    """What this request presents."""
    return Credentials(
        authorization=request.headers.get("Authorization"),
        session_token=request.cookies.get(SESSION_COOKIE) or None,
        gateway=_gateway_claim(),
    )


def _gateway_claim() -> GatewayClaim | None:
    headers = request.headers
    if ACCOUNT_HEADER not in headers and USER_HEADER not in headers:
        return None
    return GatewayClaim(
        account_uid=headers.get(ACCOUNT_HEADER, ""),
        user_uid=headers.get(USER_HEADER, ""),
        peer=request.environ.get(PEER, ""),
        secret=headers.get(PROOF_HEADER, ""),
    )


def principal() -> Principal:
    """The caller of this request.

    Raises:
        NotAuthenticated: no credential, or none that is good.
        Forbidden: an API key that is disabled or has expired.
    """
    if "principal" not in g:
        g.principal = authenticate(infra(), credentials())
    return cast(Principal, g.principal)


def optional_principal() -> Principal | None:
    """The caller, or None; for pages that also strangers see."""
    try:
        return principal()
    except NotAuthenticated:
        return None


def login_required(view: Callable[P, R]) -> Callable[P, R]:
    """Let members and keys in; a page's stranger is sent to the sign-in page."""

    @functools.wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        principal()
        return view(*args, **kwargs)

    return guarded


def admin_required(view: Callable[P, R]) -> Callable[P, R]:
    """Let owners and admins in."""

    @functools.wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        require_admin(principal())
        return view(*args, **kwargs)

    return guarded


def csrf() -> str:
    """The token that forms and htmx requests of this page send back; empty without a session."""
    token = credentials().session_token
    return csrf_token(infra(), token) if token else ""


def check_csrf() -> None:
    """Refuse an unsafe request that a foreign site may have made the browser send.

    Raises:
        CsrfFailed: the token is missing or of another session, or the origin is foreign.
    """
    if request.method in _SAFE_METHODS or request.headers.get("Authorization") is not None:
        return
    if not credentials().is_session:
        _check_origin()  # sign-in and joining: there is no session yet that could hold a token
        return
    presented = request.headers.get(CSRF_HEADER) or request.form.get(CSRF_FIELD, "")
    if not hmac.compare_digest(presented.encode(), csrf().encode()):
        raise CsrfFailed


def remember(response: Response, signed_in: SignedIn) -> Response:
    """Put the session into a cookie that scripts cannot read and other sites do not send."""
    response.set_cookie(
        SESSION_COOKIE,
        signed_in.token,
        max_age=infra().settings.session_days * _DAY_S,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return response


def forget(response: Response) -> Response:
    """Take the session cookie away."""
    response.delete_cookie(SESSION_COOKIE, httponly=True, samesite="Lax")
    return response


def _check_origin() -> None:
    origin = request.headers.get("Origin")
    if origin is not None and origin in infra().settings.allowed_origins:
        return
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise CsrfFailed
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise CsrfFailed
