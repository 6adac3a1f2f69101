"""REST of turns: state, events, stop. A turn is named by the id of its answer."""

from typing import Final

import msgspec
from flask import request
from werkzeug.wrappers import Response

from chatapp.access import commands, reads
from chatapp.web import answers, bodies
from chatapp.web.answers import MessageAnswer, answer, nothing
from chatapp.web.auth import principal
from chatapp.web.context import infra
from chatapp.web.routes import NOTHING, Guard, Routes, Shape
from chatapp.web.schemas import EventsQuery
from chatapp.web.sse.ask_dialect import AskDialect
from chatapp.web.sse.chat_dialect import ChatDialect
from chatapp.web.sse.response import Source, respond

ROUTES: Final = Routes("turns")


class TurnAnswer(msgspec.Struct):
    """A turn: its answer as it is stored now."""

    turn: MessageAnswer


@ROUTES.get("/api/turns/<turn_id>", Guard.DIALOGUE, Shape(answer=TurnAnswer))
def get_turn(turn_id: str) -> Response:
    """The state of a turn and what is stored of its answer."""
    return answer(TurnAnswer(answers.message(reads.message(principal(), infra(), turn_id))))


@ROUTES.get("/api/turns/<turn_id>/events", Guard.DIALOGUE, Shape(query=EventsQuery, is_stream=True))
def follow_turn(turn_id: str) -> Response:
    """The turn's events after `Last-Event-ID`, then live to the last one."""
    wanted = bodies.query(EventsQuery)
    after = request.headers.get("Last-Event-ID") or wanted.after
    turn = commands.follow_turn(principal(), infra(), turn_id, after)
    encoder = AskDialect() if wanted.dialect == "b" else ChatDialect()
    return respond(Source(turn.entries, turn.close), encoder)


@ROUTES.post("/api/turns/<turn_id>/stop", Guard.DIALOGUE, NOTHING)
def stop_turn(turn_id: str) -> Response:
    """Stop a running turn; what was written is kept. One that has ended stays as it is."""
    commands.stop_turn(principal(), infra(), turn_id)
    return nothing()
