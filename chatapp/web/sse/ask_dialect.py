"""Dialect B of PROTOCOL.md: the event's name is the phase, the data its fields.

A phase without a name of its own is a ``step``.
"""

from typing import Final

from chatapp.access.streams import JournalEntry
from chatapp.domain.events import (
    GenerateStarted,
    Step,
    ToolCandidates,
    TurnEvent,
)
from chatapp.domain.stream import TextDelta
from chatapp.web.sse.chat_dialect import Fields, fields_of
from chatapp.web.sse.frames import frame, json_line

_NAMES: Final = {
    "turn_start": "turn_start",
    "tool_start": "tool_start",
    "tool_result": "tool_done",
    "text_delta": "delta",
    "artifact_progress": "artifact_progress",
    "done": "done",
    "error": "error",
}
"""Dialect A's type to the name here; the fields of these are the same."""

_TEXT: Final = b'event: delta\ndata: {"text":'
_CLOSE: Final = b"}\n\n"


class AskDialect:
    """The encoder of the three ask entries."""

    def entry(self, entry: JournalEntry) -> bytes:
        """A snapshot is announced by a step of that name."""
        before = _step("snapshot", {"turn_id": entry.turn_id}) if entry.is_snapshot else b""
        return before + self._frame(entry.event, entry.id)

    def unnumbered(self, event: TurnEvent) -> bytes:
        """The same frame without an id."""
        return self._frame(event, None)

    def reconnect(self) -> bytes:
        """A step of that name."""
        return _step("reconnect", {})

    def _frame(self, event: TurnEvent, event_id: str | None) -> bytes:
        if type(event) is TextDelta:
            head = b"" if event_id is None else b"id: %b\n" % event_id.encode()
            return b"%b%b%b%b" % (head, _TEXT, json_line(event.text), _CLOSE)
        named = _named(event)
        return b"" if named is None else frame(named[0], json_line(named[1]), event_id)


def _named(event: TurnEvent) -> tuple[str, Fields] | None:
    match event:
        case ToolCandidates(tools):
            return "tool_candidates", {"tools": tools}
        case GenerateStarted():
            return "generate_start", {}
        case Step(phase, detail):
            return "step", {"phase": phase, "detail": detail}
    fields = fields_of(event)
    if fields is None:
        return None
    kind = str(fields.pop("type"))
    name = _NAMES.get(kind)
    return ("step", {"phase": kind, **fields}) if name is None else (name, _brief(name, fields))


def _brief(name: str, fields: Fields) -> Fields:
    """What a tool gave is for the panel of the repository chat: here only its type is told."""
    if name == "tool_done":
        fields.pop("artifact", None)
    return fields


def _step(phase: str, fields: Fields) -> bytes:
    return frame("step", json_line({"phase": phase, **fields}))
