"""The door alone, as an ASGI application in front of one that tells whom it was handed."""

import json
from typing import Any

import anyio
import pytest
from starlette.types import Message, Receive, Scope, Send

from chatapp.domain.errors import Forbidden, NotAuthenticated
from chatapp.mcp.door import Door, surface_of
from chatapp.mcp.wire import ServedTool, Surface
from tests.unit.mcp.surfaces import served

pytestmark = pytest.mark.enable_socket  # the event loop wakes itself by a pair of them


def own_tool() -> tuple[ServedTool, ...]:
    return (served("own"),)


def judge(authorization: str | None) -> Surface:
    if authorization is None:
        raise NotAuthenticated("Send a key – wa_…")
    if authorization != "Bearer good":
        raise Forbidden("This API key is disabled.")
    return own_tool


class Inner:
    """Remembers the scopes that came through."""

    def __init__(self) -> None:
        self.scopes: list[Scope] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)


class Context:
    """The part of the SDK's context that holds the request."""

    def __init__(self, scope: Scope) -> None:
        self.request = self
        self.scope = scope


def knock(inner: Inner, kind: str = "http", *headers: tuple[bytes, bytes]) -> list[Any]:
    """The messages sent in answer to a request with these headers."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": kind, "method": "POST", "headers": list(headers)}
    anyio.run(Door(inner, judge), scope, receive, send)
    return sent


def test_good_credential_comes_through_with_its_tools() -> None:
    inner = Inner()
    assert knock(inner, "http", (b"authorization", b"Bearer good")) == []
    (scope,) = inner.scopes
    assert surface_of(Context(scope))() == own_tool()


@pytest.mark.parametrize(
    ("headers", "status", "code", "challenge"),
    [
        ((), 401, "not_authenticated", b"Bearer"),
        (((b"authorization", b"Bearer bad"),), 403, "forbidden", None),
    ],
)
def test_refusal_is_a_problem_that_says_why(
    headers: tuple[tuple[bytes, bytes], ...], status: int, code: str, challenge: bytes | None
) -> None:
    inner = Inner()
    start, body = knock(inner, "http", *headers)
    assert inner.scopes == []
    assert start["status"] == status
    names = dict(start["headers"])
    assert names[b"content-type"] == b"application/problem+json"
    assert names.get(b"www-authenticate") == challenge
    problem = json.loads(body["body"])
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["detail"]


def test_starting_and_stopping_need_no_credential() -> None:
    inner = Inner()
    knock(inner, "lifespan")
    assert [scope["type"] for scope in inner.scopes] == ["lifespan"]
