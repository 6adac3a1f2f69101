"""REST of API keys: create (the secret is shown once), list, disable, rotate, usage."""

from typing import Final

import msgspec
from werkzeug.wrappers import Response

from chatapp.access import api_keys, usage
from chatapp.access.api_keys import ApiKeyView, NewKey
from chatapp.access.quotas import Limits
from chatapp.access.usage import UsageDay, UsageTotals
from chatapp.web import bodies
from chatapp.web.answers import answer
from chatapp.web.auth import principal
from chatapp.web.context import infra
from chatapp.web.routes import Guard, Routes, Shape
from chatapp.web.schemas import DisabledPatch, KeyBody

ROUTES: Final = Routes("keys")


class KeyAnswer(msgspec.Struct):
    """A key; `secret` is set only in the answer that makes it."""

    key: ApiKeyView


class KeyList(msgspec.Struct):
    """The account's keys."""

    keys: tuple[ApiKeyView, ...]


class UsageAnswer(msgspec.Struct):
    """What a key has used: since the month began, and by day."""

    month: UsageTotals
    days: tuple[UsageDay, ...]


@ROUTES.get("/api/keys", Guard.ADMIN, Shape(answer=KeyList))
def list_keys() -> Response:
    """The account's API keys, newest first."""
    return answer(KeyList(api_keys.list_keys(principal(), infra())))


@ROUTES.post("/api/keys", Guard.ADMIN, Shape(body=KeyBody, answer=KeyAnswer, status=201))
def create_key() -> Response:
    """Make an API key; its secret is in this answer and never again."""
    body = bodies.parse(KeyBody)
    limits = Limits(
        body.requests_per_minute,
        body.concurrency,
        body.tokens_per_minute,
        body.tokens_per_day,
        body.tokens_per_month,
    )
    wanted = NewKey(body.name, tuple(body.scopes), limits, body.expires_at)
    return answer(KeyAnswer(api_keys.create_key(principal(), infra(), wanted)), 201)


@ROUTES.get("/api/keys/<key_id>", Guard.ADMIN, Shape(answer=KeyAnswer))
def get_key(key_id: str) -> Response:
    """One API key, without its secret."""
    return answer(KeyAnswer(api_keys.get_key(principal(), infra(), key_id)))


@ROUTES.patch("/api/keys/<key_id>", Guard.ADMIN, Shape(body=DisabledPatch, answer=KeyAnswer))
def disable_key(key_id: str) -> Response:
    """Turn a key off at once, or on again."""
    body = bodies.parse(DisabledPatch)
    view = api_keys.set_key_disabled(principal(), infra(), key_id, is_disabled=body.disabled)
    return answer(KeyAnswer(view))


@ROUTES.post("/api/keys/<key_id>/rotate", Guard.ADMIN, Shape(answer=KeyAnswer))
def rotate_key(key_id: str) -> Response:
    """Give a key a new secret; the old one stops working at once."""
    return answer(KeyAnswer(api_keys.rotate_key(principal(), infra(), key_id)))


@ROUTES.get("/api/keys/<key_id>/usage", Guard.ADMIN, Shape(answer=UsageAnswer))
def get_key_usage(key_id: str) -> Response:
    """What a key has used: this month, and by day for the last 30 days."""
    month, days = usage.of_key(principal(), infra(), key_id)
    return answer(UsageAnswer(month, days))
