"""A running turn: its events as markup, and the way to stop it."""

from typing import Final

from flask import request
from werkzeug.wrappers import Response

from chatapp.access import commands, reads
from chatapp.access.streams import TurnStream
from chatapp.domain.errors import NotFound
from chatapp.web.auth import credentials, login_required, principal
from chatapp.web.citing import book_for
from chatapp.web.context import infra
from chatapp.web.fragments.blueprint import fragments, go, is_htmx
from chatapp.web.fragments.turn_events import DONE, HtmlTurn
from chatapp.web.sse.frames import OPENING
from chatapp.web.sse.response import HEADERS, Source, respond
from chatapp.web.views.artifact import Shelf

_LAST_EVENT: Final = "Last-Event-ID"


@fragments.get("/turns/<turn_id>/events")
@login_required
def turn_events(turn_id: str) -> Response:
    """The turn as markup, from the event after ``Last-Event-ID`` or ``?after=``."""
    who, handle = principal(), infra()
    try:
        answer = reads.message(who, handle, turn_id)
        conversation = reads.conversation(who, handle, answer.conversation_id)
        stream = commands.follow_turn(who, handle, turn_id)
    except NotFound:
        return Response(OPENING + DONE, headers=HEADERS)
    repository_id = conversation.repository_id or ""
    shelf = Shelf(conversation.conversation_id, repository_id, turn_id)
    encoder = HtmlTurn((who, handle), answer, shelf, lambda stored: book_for(repository_id, stored))
    return respond(_source(stream), encoder.after(_position(turn_id)))


def _source(stream: TurnStream) -> Source:
    return Source(stream.entries, stream.close, credentials().session_token or "")


def _position(turn_id: str) -> int:
    """The number of the last event the reader has; 0 for one who has none that can be read."""
    name, _, number = request.headers.get(_LAST_EVENT, "").rpartition(".")
    if name == turn_id and number.isdigit():
        return int(number)
    after = request.args.get("after", "")
    return int(after) if after.isdigit() else 0


@fragments.post("/turns/<turn_id>/stop")
@login_required
def turn_stop(turn_id: str) -> Response:
    """Stop the answer; what was written is kept."""
    commands.stop_turn(principal(), infra(), turn_id)
    if is_htmx():
        return Response(status=204)
    return go(request.referrer or "/")
