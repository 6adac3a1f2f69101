"""The repository chat: one POST that asks and streams the answer in dialect A.

A browser's turn lives on for a grace time when its reader goes, so that a reload can resume it; an
API caller's disconnect cancels it.
"""

from typing import Final

import msgspec
from flask import request
from werkzeug.wrappers import Response

from chatapp.access import commands, reads
from chatapp.access.streams import TurnStream
from chatapp.domain.ask import AskRequest, OnDisconnect, PageContext, Route
from chatapp.domain.errors import InvalidRequest
from chatapp.web import bodies
from chatapp.web.answers import answer
from chatapp.web.auth import credentials, principal
from chatapp.web.context import infra
from chatapp.web.routes import Guard, Routes, Shape
from chatapp.web.schemas import AskBody, PageBody, SuggestionQuery
from chatapp.web.sse.chat_dialect import ChatDialect
from chatapp.web.sse.response import Source, respond

ROUTES: Final = Routes("repo_chat")


class SuggestionList(msgspec.Struct):
    """Questions to begin with."""

    suggestions: tuple[str, ...]


@ROUTES.post("/api/repos/<repo_id>/chat/messages", Guard.CHAT, Shape(body=AskBody, is_stream=True))
def ask_repository(repo_id: str) -> Response:
    """Ask a question about a repository; the answer streams in dialect A."""
    wanted = chat_request(repo_id, bodies.parse(AskBody))
    return stream(commands.ask(principal(), infra(), wanted))


@ROUTES.get(
    "/api/repos/<repo_id>/chat/suggestions",
    Guard.CHAT,
    Shape(query=SuggestionQuery, answer=SuggestionList),
)
def suggest_questions(repo_id: str) -> Response:
    """At most three questions to begin with, for a page or the whole repository."""
    wanted = bodies.query(SuggestionQuery)
    page = PageContext(wanted.kind, target=wanted.target) if wanted.kind else None
    found = reads.suggestions(principal(), infra(), repo_id, page, reader_language())
    return answer(SuggestionList(found))


def chat_request(repo_id: str, body: AskBody) -> AskRequest:
    """The question of a repository chat, normalised.

    Raises:
        InvalidRequest: there is no question in it, or its request id cannot be one.
    """
    if not body.message.strip():
        raise InvalidRequest("The message is empty. Write what you want to know.")
    return AskRequest(
        question=body.message,
        route=Route.REPO_CHAT,
        request_id=bodies.request_name(body.request_id),
        conversation_id=body.conversation_id,
        repository_id=repo_id,
        provider=body.provider or None,
        model=body.model or None,
        language=reader_language(),
        page=_page(body.context),
        on_disconnect=OnDisconnect.GRACE if credentials().is_session else OnDisconnect.CANCEL,
    )


def stream(turn: TurnStream) -> Response:
    """A turn in dialect A."""
    return respond(Source(turn.entries, turn.close), ChatDialect())


def reader_language() -> str:
    """The language the caller's client asks for first, the setting's without a wish."""
    return request.accept_languages.best or infra().settings.ask_language


def _page(body: PageBody | None) -> PageContext | None:
    if body is None:
        return None
    return PageContext(body.kind, body.label, body.target, body.target_kind)
