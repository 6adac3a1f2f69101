"""The table of REST routes: one entry is a route, its guard and its line in the OpenAPI document.

A route cannot be added without saying who may call it, since the guard is part of the entry. The
ownership test walks this table, so a new route with an id is tested from the day it is written.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

import msgspec
from flask import Blueprint, request
from werkzeug.wrappers import Response

from chatapp.access.api_keys import DIALOGUE, REPO_CHAT
from chatapp.access.roles import require_admin, require_member, require_scope
from chatapp.domain.errors import NotAuthenticated
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.web.auth import principal
from chatapp.web.sse.response import HEADERS

Handler: TypeAlias = Callable[..., Response]
Schema: TypeAlias = type[msgspec.Struct]


class Guard(Enum):
    """Who may call a route; what they name is checked behind it, by `chatapp.access`."""

    ANYONE = "Anyone may call this."
    CALLER = "A member or any API key may call this."
    CHAT = "A member or an API key with the scope repo:chat may call this."
    DIALOGUE = "A member or an API key with the scope repo:chat or dialogue:sse may call this."
    MEMBER = "A member who is signed in may call this."
    ADMIN = "An owner or admin may call this."
    GATEWAY = "The login gateway may call this for one of its users."
    KEY = "An API key with the scope dialogue:sse may call this."


@dataclass(frozen=True, slots=True)
class Shape:
    """What goes in and comes out.

    Attributes:
        query: What the query parameters are parsed to.
        body: What the JSON body is parsed to.
        answer: What the JSON answer looks like; None for none.
        is_stream: Whether the answer is an event stream; with `answer` it may be either.
        error: What an error looks like; None for a problem document.
    """

    query: Schema | None = None
    body: Schema | None = None
    answer: Schema | None = None
    status: int = 200
    is_stream: bool = False
    error: Schema | None = None


PLAIN: Final = Shape()
NOTHING: Final = Shape(status=204)


@dataclass(frozen=True, slots=True)
class Route:
    """One entry; `rule` is Flask's form, e.g. ``/api/turns/<turn_id>``."""

    method: str
    rule: str
    name: str
    guard: Guard
    summary: str
    shape: Shape


class Routes:
    """The routes of one noun: a blueprint that keeps the table beside it."""

    def __init__(self, noun: str) -> None:
        self.blueprint = Blueprint(f"api_{noun}", __name__)
        self._table: list[Route] = []

    def __iter__(self) -> Iterator[Route]:
        return iter(self._table)

    def get(self, rule: str, guard: Guard, shape: Shape = PLAIN) -> Callable[[Handler], Handler]:
        """Something to read."""
        return self.add("GET", rule, guard, shape)

    def post(self, rule: str, guard: Guard, shape: Shape = PLAIN) -> Callable[[Handler], Handler]:
        """Something to make or do."""
        return self.add("POST", rule, guard, shape)

    def patch(self, rule: str, guard: Guard, shape: Shape = PLAIN) -> Callable[[Handler], Handler]:
        """Something to change."""
        return self.add("PATCH", rule, guard, shape)

    def delete(self, rule: str, guard: Guard, shape: Shape = PLAIN) -> Callable[[Handler], Handler]:
        """Something to remove."""
        return self.add("DELETE", rule, guard, shape)

    def add(
        self, method: str, rule: str, guard: Guard, shape: Shape, suffix: str = ""
    ) -> Callable[[Handler], Handler]:
        """Mount a handler behind its guard; its docstring is its line in the document.

        A handler that is mounted at a second place needs a `suffix` to its name there.
        """

        def mount(handler: Handler) -> Handler:
            summary = (handler.__doc__ or "").partition("\n")[0]
            name = f"{handler.__name__}{suffix}"
            self._table.append(Route(method, rule, name, guard, summary, shape))
            guarded = _guarded(guard, _headers_only(handler) if shape.is_stream else handler)
            self.blueprint.add_url_rule(rule, name, guarded, methods=[method])
            return handler

        return mount


def _headers_only(handler: Handler) -> Handler:
    """A HEAD of a stream must not ask a question: it gets the headers and nothing happens."""

    def call(**arguments: str) -> Response:
        if request.method == "HEAD":
            return Response(headers=HEADERS)
        return handler(**arguments)

    return call


def _guarded(guard: Guard, handler: Handler) -> Handler:
    check = _CHECKS.get(guard)
    if check is None:
        return handler

    def call(**arguments: str) -> Response:
        check(principal())
        return handler(**arguments)

    return call


def _require_key(caller: Principal) -> None:
    if caller.kind is not PrincipalKind.API_KEY:
        raise NotAuthenticated("Send an API key as `Authorization: Bearer wa_…`.")
    require_scope(caller, DIALOGUE)


def _require_tenant(caller: Principal) -> None:
    if caller.kind is not PrincipalKind.TENANT:
        raise NotAuthenticated("This entry is for users of the login gateway only.")


def _pass(caller: Principal) -> None:
    """Having a principal at all is enough."""
    del caller


_CHECKS: Final[dict[Guard, Callable[[Principal], None]]] = {
    Guard.CALLER: _pass,
    Guard.CHAT: lambda caller: require_scope(caller, REPO_CHAT),
    Guard.DIALOGUE: lambda caller: require_scope(caller, REPO_CHAT, DIALOGUE),
    Guard.MEMBER: require_member,
    Guard.ADMIN: require_admin,
    Guard.KEY: _require_key,
    Guard.GATEWAY: _require_tenant,
}
"""`ANYONE` has no principal to check."""
