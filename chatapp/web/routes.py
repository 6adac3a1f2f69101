"""The table of REST routes: one entry is a route, its guard and its line in the OpenAPI document.

A route cannot be added without saying who may call it, since the guard is part of the entry. The
ownership test walks this table, so a new route with an id is tested from the day it is written.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeAlias

import msgspec
from flask import Blueprint
from werkzeug.wrappers import Response

from chatapp.access.roles import require_admin, require_member
from chatapp.domain.identity import Principal
from chatapp.web.auth import principal

Handler: TypeAlias = Callable[..., Response]
Body: TypeAlias = type[msgspec.Struct]


class Guard(Enum):
    """Who may call a route; what they name is checked behind it, by `chatapp.access`."""

    ANYONE = "anyone"
    CALLER = "a member or an API key"
    MEMBER = "a member who is signed in"
    ADMIN = "an owner or admin"
    GATEWAY = "a user of the login gateway"


@dataclass(frozen=True, slots=True)
class RouteSpec:
    """One route.

    Attributes:
        rule: Flask's form, e.g. ``/api/turns/<turn_id>``.
        body: What the request body is parsed to, None without one.
        answer: What the answer looks like, None for no content or a stream.
        is_stream: Whether the answer is an event stream.
        query: Names of the query parameters, each with its meaning.
    """

    method: str
    rule: str
    name: str
    guard: Guard
    summary: str
    body: Body | None = None
    answer: object | None = None
    status: int = 200
    is_stream: bool = False
    query: dict[str, str] = field(default_factory=dict)


class Routes:
    """The routes of one noun: a blueprint that keeps the table beside it."""

    def __init__(self, noun: str) -> None:
        self.blueprint = Blueprint(f"api_{noun}", __name__)
        self.table: list[RouteSpec] = []

    def add(self, spec: RouteSpec) -> Callable[[Handler], Handler]:
        """Mount a handler behind the guard of its entry."""

        def mount(handler: Handler) -> Handler:
            self.table.append(spec)
            self.blueprint.add_url_rule(
                spec.rule, spec.name, _guarded(spec.guard, handler), methods=[spec.method]
            )
            return handler

        return mount

    def __iter__(self) -> Iterator[RouteSpec]:
        return iter(self.table)


def _guarded(guard: Guard, handler: Handler) -> Handler:
    check = _CHECKS.get(guard)
    if check is None:
        return handler

    def call(**arguments: object) -> Response:
        check(principal())
        return handler(**arguments)

    return call


def _pass(caller: Principal) -> None:
    """Having a principal at all is enough."""
    del caller


_CHECKS: Final[dict[Guard, Callable[[Principal], None]]] = {
    Guard.CALLER: _pass,
    Guard.MEMBER: require_member,
    Guard.ADMIN: require_admin,
}
"""`ANYONE` has no principal to check; `GATEWAY` routes make theirs from the gateway's headers."""
