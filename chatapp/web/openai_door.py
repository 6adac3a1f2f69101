"""A door for clients that speak OpenAI's wire: repositories are the models that they may ask.

Behind it is the same managed turn as behind the repository chat, with its limits and its usage.
What the wire cannot say goes into headers: the conversation and the turn.
"""

from collections.abc import Iterator
from typing import Final

from flask import request
from werkzeug.wrappers import Response

from chatapp.access import commands, reads
from chatapp.access.streams import TurnStream
from chatapp.domain.ask import AskRequest, OnDisconnect, Route
from chatapp.domain.errors import Conflict, InvalidRequest, NoSuchModel
from chatapp.domain.events import Cancelled, Failed, TurnEvent
from chatapp.domain.repositories import RepositoryView
from chatapp.web import bodies
from chatapp.web.answers import answer
from chatapp.web.auth import principal
from chatapp.web.context import infra
from chatapp.web.openai_bodies import (
    AnswerMessage,
    ChatBody,
    ChatCompletion,
    Choice,
    ModelAnswer,
    ModelList,
    OpenAiError,
    TokenEstimate,
)
from chatapp.web.openai_errors import error_of
from chatapp.web.openai_messages import Told, read_messages
from chatapp.web.repo_chat import reader_language
from chatapp.web.routes import Guard, Routes, Shape
from chatapp.web.sse.gathering import gather
from chatapp.web.sse.openai_dialect import (
    OPENING,
    STOPPED,
    Completion,
    OpenAiDialect,
    delta_of,
    finish_reason,
    stop_reason,
    usage,
)
from chatapp.web.sse.response import Source, respond

ROUTES: Final = Routes("openai_door")
CONVERSATION_HEADER: Final = "X-Conversation-ID"
TURN_HEADER: Final = "X-Turn-ID"
_BY_ID: Final = "repo:"


@ROUTES.get("/v1/models", Guard.CHAT, Shape(answer=ModelList, error=OpenAiError))
def list_models() -> Response:
    """The repositories you may ask about, as OpenAI's models."""
    return answer(ModelList([_model(view) for view in reads.repositories(principal(), infra())]))


@ROUTES.get("/v1/models/<repo_id>", Guard.CHAT, Shape(answer=ModelAnswer, error=OpenAiError))
def read_model(repo_id: str) -> Response:
    """One of the models, by a repository's name or `repo:` and its id."""
    return answer(_model(_repository(repo_id)))


@ROUTES.post(
    "/v1/chat/completions",
    Guard.CHAT,
    Shape(body=ChatBody, answer=ChatCompletion, is_stream=True, error=OpenAiError),
)
def complete_chat() -> Response:
    """Ask about a repository on OpenAI's wire; streamed or whole."""
    body = bodies.parse(ChatBody)
    _check_options(body)
    told = read_messages(body.messages)
    turn = commands.ask(principal(), infra(), _ask_request(body, told))
    completion = _completion(body, told, turn)
    source = Source(turn.entries, turn.close)
    if body.stream:
        response = respond(source, OpenAiDialect(completion), OPENING)
    else:
        response = answer(_whole(completion, gather(source)))
    response.headers[CONVERSATION_HEADER] = turn.ref.conversation_id
    response.headers[TURN_HEADER] = turn.ref.turn_id
    return response


def _model(view: RepositoryView) -> ModelAnswer:
    changed = view.indexed_at
    return ModelAnswer(view.name, 0 if changed is None else int(changed.timestamp()))


def _repository(model: str) -> RepositoryView:
    """The repository that a model's name stands for; a name goes before an id."""
    mine = reads.repositories(principal(), infra())
    named = [view for view in mine if view.name == model]
    by_id = [view for view in mine if view.repository_id == model.removeprefix(_BY_ID)]
    for view in (*named, *by_id):
        return view
    raise NoSuchModel


def _check_options(body: ChatBody) -> None:
    """Refuse what would change the answer and is not done here."""
    if body.n not in (None, 1):
        raise InvalidRequest("`n` must be 1: a question gets one answer.")
    if body.tool_choice not in (None, "auto", "none"):
        raise InvalidRequest("`tool_choice` must be auto or none: tools run on this server.")
    if body.response_format not in (None, {"type": "text"}):
        raise InvalidRequest("`response_format` must be text: answers are Markdown.")


def _ask_request(body: ChatBody, told: Told) -> AskRequest:
    conversation_id = _conversation_id(body)
    return AskRequest(
        question=told.question,
        route=Route.REPO_CHAT,
        request_id=bodies.request_name(None),
        conversation_id=conversation_id,
        repository_id=_repository(body.model).repository_id,
        language=reader_language(),
        on_disconnect=OnDisconnect.CANCEL,
        earlier=() if conversation_id else told.earlier,
        client_note=told.note,
    )


def _conversation_id(body: ChatBody) -> str | None:
    from_body = (body.metadata or {}).get("conversation_id") or None
    from_header = request.headers.get(CONVERSATION_HEADER) or None
    if from_body and from_header and from_body != from_header:
        raise InvalidRequest(
            f"{CONVERSATION_HEADER} and metadata.conversation_id differ. Send one of them."
        )
    return from_header or from_body


def _completion(body: ChatBody, told: Told, turn: TurnStream) -> Completion:
    stored = reads.message(principal(), infra(), turn.ref.turn_id) if turn.is_replay else None
    return Completion(
        completion_id=f"chatcmpl-{turn.ref.turn_id}",
        model=body.model,
        created=int(infra().clock.now().timestamp()),
        prompt_bytes=told.size_bytes,
        has_usage=body.stream_options is not None and body.stream_options.include_usage,
        stop_reason=(stored.stop_reason or "") if stored else "",
    )


def _whole(completion: Completion, events: Iterator[TurnEvent]) -> ChatCompletion:
    """The answer in one piece.

    Raises:
        ChatappError: the turn failed or was stopped; what was written is in the conversation.
    """
    text: dict[str, str] = {}
    reason = completion.stop_reason
    for event in events:
        if isinstance(event, Failed):
            raise error_of(event)
        if isinstance(event, Cancelled):
            raise Conflict(STOPPED)
        reason = stop_reason(event) or reason
        for name, more in (delta_of(event) or {}).items():
            text[name] = text.get(name, "") + more
    return _answer(completion, text, reason)


def _answer(completion: Completion, text: dict[str, str], reason: str) -> ChatCompletion:
    said, thought = text.get("content", ""), text.get("reasoning_content")
    used = usage(completion.prompt_bytes, len((said + (thought or "")).encode()))
    return ChatCompletion(
        id=completion.completion_id,
        created=completion.created,
        model=completion.model,
        choices=[Choice(AnswerMessage("assistant", said, thought), finish_reason(reason))],
        usage=TokenEstimate(**used),
    )
