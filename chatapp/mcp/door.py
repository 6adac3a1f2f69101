"""The door of the HTTP transport: no request goes on without a caller whose tools are known.

Not a judge itself: who may enter is decided by the function it is handed, for every request anew.
"""

import json
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from anyio.to_thread import run_sync
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from chatapp.domain.errors import ChatappError, NotAuthenticated
from chatapp.mcp.wire import Surface

Judge: TypeAlias = Callable[[str | None], Surface]
"""From the ``Authorization`` header to the caller's tools; raises what the caller is told."""

_SURFACE: Final = "chatapp.mcp.surface"


class Door:
    """An ASGI application that asks `judge` before it hands a request on to `inner`."""

    def __init__(self, inner: ASGIApp, judge: Judge) -> None:
        self._inner = inner
        self._judge = judge

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or answer why not."""
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        try:
            surface = await run_sync(self._judge, Headers(scope=scope).get("authorization"))
        except ChatappError as error:
            await _refusal(error)(scope, receive, send)
            return
        await self._inner({**scope, _SURFACE: surface}, receive, send)


def surface_of(context: Any) -> Surface:
    """The tools of the caller whose request `context` belongs to."""
    surface: Surface = context.request.scope[_SURFACE]
    return surface


def _refusal(error: ChatappError) -> Response:
    headers = {"WWW-Authenticate": "Bearer"} if isinstance(error, NotAuthenticated) else {}
    problem = {"status": error.status, "code": error.code, "detail": error.message}
    return Response(
        json.dumps(problem, ensure_ascii=False), error.status, headers, "application/problem+json"
    )
