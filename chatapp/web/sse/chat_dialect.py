"""Dialect A of PROTOCOL.md: every frame is ``event: data`` and an object with a ``type``.

Two types are not in its table and are for clients to ignore or use: ``notice`` (something to know
that is no error) and ``snapshot`` (what follows replaces all of this turn).
"""

from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

from chatapp.access.streams import JournalEntry
from chatapp.domain.events import (
    Artifact,
    ArtifactProgress,
    Cancelled,
    Completed,
    Failed,
    Suggestions,
    ToolFinished,
    ToolStarted,
    Truncated,
    TurnEvent,
    TurnStarted,
)
from chatapp.domain.stream import Notice, ReasoningDelta, TextDelta
from chatapp.web.sse.frames import frame, json_line

Fields: TypeAlias = dict[str, object]
E = TypeVar("E")

_TEXT: Final = b'\nevent: data\ndata: {"type":"text_delta","text":'
_CLOSE: Final = b"}\n\n"


class ChatDialect:
    """The encoder of repository chats."""

    def entry(self, entry: JournalEntry) -> bytes:
        """A text delta takes the short way: there are thousands of them."""
        event = entry.event
        if type(event) is TextDelta and not entry.is_snapshot:
            return b"id: %b%b%b%b" % (entry.id.encode(), _TEXT, json_line(event.text), _CLOSE)
        fields = fields_of(event)
        if fields is None:
            return b""
        data = frame("data", json_line(fields), entry.id)
        return _snapshot(entry.turn_id) + data if entry.is_snapshot else data

    def unnumbered(self, event: TurnEvent) -> bytes:
        """The same object without an id."""
        fields = fields_of(event)
        return b"" if fields is None else frame("data", json_line(fields))

    def reconnect(self) -> bytes:
        """A type of its own, without an id."""
        return frame("data", json_line({"type": "reconnect"}))


def fields_of(event: TurnEvent) -> Fields | None:
    """The object for an event, None for one that this dialect does not show."""
    describe = _FIELDS.get(type(event))
    return None if describe is None else describe(event)


def _snapshot(turn_id: str) -> bytes:
    return frame("data", json_line({"type": "snapshot", "turn_id": turn_id}))


def _turn_start(event: TurnStarted) -> Fields:
    return {
        "type": "turn_start",
        "conversation_id": event.conversation_id,
        "request_id": event.request_id,
        "user_message_id": event.user_message_id,
        "assistant_message_id": event.assistant_message_id,
    }


def _tool_start(event: ToolStarted) -> Fields:
    return {
        "type": "tool_start",
        "tool_id": event.call_id,
        "tool_name": event.name,
        "input": event.arguments,
    }


def _tool_result(event: ToolFinished) -> Fields:
    fields: Fields = {
        "type": "tool_result",
        "tool_id": event.call_id,
        "tool_name": event.name,
        "summary": event.summary,
        "artifact": _artifact(event.artifact),
    }
    return fields if event.error_code is None else {**fields, "error_code": event.error_code}


def _artifact(artifact: Artifact | None) -> Fields | None:
    if artifact is None:
        return None
    return {"id": artifact.artifact_id, "type": artifact.type, "data": artifact.data}


def _artifact_progress(event: ArtifactProgress) -> Fields:
    return {
        "type": "artifact_progress",
        "job_id": event.job_id,
        "state": event.state,
        "percent": event.percent,
        "filename": event.filename,
    }


def _done(event: Completed) -> Fields:
    return {
        "type": "done",
        "conversation_id": event.conversation_id,
        "message_id": event.message_id,
    }


def _error(event: Failed) -> Fields:
    return {
        "type": "error",
        "message": event.message,
        "code": event.code,
        "retryable": event.is_retryable,
    }


def _canceled(event: Cancelled) -> Fields:
    del event
    return {
        "type": "error",
        "message": "The answer was stopped; what was written is kept.",
        "code": "canceled",
        "retryable": False,
    }


_FIELDS: Final[dict[type, Callable[..., Fields]]] = {
    TurnStarted: _turn_start,
    TextDelta: lambda event: {"type": "text_delta", "text": event.text},
    ReasoningDelta: lambda event: {"type": "reasoning_delta", "text": event.text},
    ToolStarted: _tool_start,
    ToolFinished: _tool_result,
    ArtifactProgress: _artifact_progress,
    Suggestions: lambda event: {"type": "suggestions", "suggestions": event.suggestions},
    Truncated: lambda event: {"type": "truncated", "loops": event.loops},
    Notice: lambda event: {"type": "notice", "code": event.code, "detail": event.detail},
    Completed: _done,
    Failed: _error,
    Cancelled: _canceled,
}
"""`Usage` and `StateKept` are not in here, and so never leave the server."""
