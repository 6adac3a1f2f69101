"""The three ask entries, as policies over one `AskRequest`; all answer in dialect B.

What differs is who may call and what a conversation is. The fields come as a query, or as JSON
when a question outgrows the request line.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flask import request
from werkzeug.wrappers import Response

from chatapp.access import entries, public
from chatapp.access.identity import anonymous
from chatapp.domain.ask import AskRequest, OnDisconnect, Route
from chatapp.domain.errors import InvalidRequest
from chatapp.web import bodies
from chatapp.web.auth import principal
from chatapp.web.context import infra
from chatapp.web.routes import Guard, Routes, Shape
from chatapp.web.schemas import AskFields
from chatapp.web.sse.ask_dialect import AskDialect
from chatapp.web.sse.response import Source, respond

ROUTES: Final = Routes("ask")

_UID: Final = re.compile(r"[A-Za-z0-9._@:-]{1,128}")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_TIME_ZONE: Final = re.compile(r"[A-Za-z0-9_+\-/]{1,64}")
_CONVERSATION: Final = re.compile(r"[A-Za-z0-9._:-]{1,128}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: where it is, who may call it, and how its questions are answered."""

    rule: str
    name: str
    guard: Guard
    route: Route
    answer: Callable[[AskRequest], Source]
    summary: str


def _public(wanted: AskRequest) -> Source:
    answer = public.ask(anonymous(request.remote_addr or ""), infra(), wanted)
    return Source(answer.events(), answer.close)


def _managed(wanted: AskRequest) -> Source:
    turn = entries.ask(principal(), infra(), wanted)
    return Source(turn.entries, turn.close)


ENTRIES: Final = (
    Entry(
        "/api/sse/ask",
        "ask_public",
        Guard.ANYONE,
        Route.PUBLIC_ASK,
        _public,
        "Ask as nobody in particular; nothing is stored.",
    ),
    Entry(
        "/api/sse/tenant_ask",
        "ask_tenant",
        Guard.GATEWAY,
        Route.TENANT_ASK,
        _managed,
        "Ask as a user of the login gateway; the conversation is kept.",
    ),
    Entry(
        "/agent/sse/ask",
        "ask_agent",
        Guard.KEY,
        Route.AGENT_ASK,
        _managed,
        "Ask as a service with an API key; the conversation is kept.",
    ),
)


def fields() -> AskFields:
    """The fields of this request, from the query or the JSON body."""
    return bodies.query(AskFields) if request.method == "GET" else bodies.parse(AskFields)


def ask_request(route: Route, given: AskFields) -> AskRequest:
    """The question of an ask entry, normalised.

    Raises:
        InvalidRequest: a field is missing, retired or of the wrong form.
    """
    if given.mode is not None:
        raise InvalidRequest("The parameter mode is retired. Leave it out.")
    if not given.query.strip():
        raise InvalidRequest("The parameter query is missing or empty.")
    _check("uid", given.uid, _UID)
    _check("language", given.language, _LANGUAGE)
    _check("time_zone", given.time_zone, _TIME_ZONE)
    _check("conversation_id", given.conversation_id, _CONVERSATION)
    settings = infra().settings
    return AskRequest(
        question=given.query,
        route=route,
        request_id=bodies.request_name(given.request_id),
        conversation_id=given.conversation_id,
        language=given.language or settings.ask_language,
        time_zone=given.time_zone or settings.ask_time_zone,
        on_disconnect=OnDisconnect.CANCEL,
    )


def _check(name: str, value: str | None, form: re.Pattern[str]) -> None:
    if value is not None and form.fullmatch(value) is None:
        raise InvalidRequest(f"The parameter {name} has not the form of one.")


def _mount(entry: Entry) -> None:
    def ask() -> Response:
        wanted = ask_request(entry.route, fields())
        return respond(entry.answer(wanted), AskDialect())

    ask.__name__, ask.__doc__ = entry.name, entry.summary
    ROUTES.get(entry.rule, entry.guard, Shape(query=AskFields, is_stream=True))(ask)
    as_json = Shape(body=AskFields, is_stream=True)
    ROUTES.add("POST", entry.rule, entry.guard, as_json, suffix="_by_post")(ask)


for _entry in ENTRIES:
    _mount(_entry)
