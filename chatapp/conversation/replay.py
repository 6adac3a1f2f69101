"""A turn told again from its row: the same texts, calls and ending that a live reader saw.

Used when the turn ended before the reader came, or when process and journal are gone. Deltas come
merged and the numbers start at `REPLAY_BASE`, so the same row always gives the same numbers and
they can never be taken for live ones.
"""

from collections.abc import Iterator, Mapping

from chatapp.conversation.codec import load_json, load_parts
from chatapp.conversation.endings import Ending
from chatapp.conversation.entries import REPLAY_BASE, JournalEntry
from chatapp.conversation.stored import StoredTurn
from chatapp.conversation.views import artifact_view
from chatapp.domain.events import (
    Artifact,
    Suggestions,
    ToolCandidates,
    ToolFinished,
    ToolStarted,
    Truncated,
    TurnEvent,
    TurnStarted,
)
from chatapp.domain.json import Json
from chatapp.domain.messages import Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from chatapp.domain.stream import Notice, ReasoningDelta, TextDelta
from chatapp.domain.turns import is_terminal_state


def entries(turn: StoredTurn, after: int | None) -> tuple[JournalEntry, ...]:
    """The whole turn, or what follows `after` when that is a number of this replay."""
    told = tuple(
        JournalEntry(turn.ref.turn_id, REPLAY_BASE + number, event)
        for number, event in enumerate(events(turn), 1)
    )
    if after is not None and REPLAY_BASE <= after <= told[-1].seq:
        return tuple(entry for entry in told if entry.seq > after)
    first = JournalEntry(told[0].turn_id, told[0].seq, told[0].event, is_snapshot=after is not None)
    return (first, *told[1:])


def events(turn: StoredTurn) -> Iterator[TurnEvent]:
    """The turn's events in the order a live reader sees them."""
    ref, extras = turn.ref, load_json(turn.answer.extras)
    yield TurnStarted(
        ref.conversation_id, ref.request_id, ref.user_message_id, ref.assistant_message_id
    )
    if "candidates" in extras:
        yield ToolCandidates(tuple(extras["candidates"]))
    yield from (Notice(*notice) for notice in extras.get("notices", ()))
    yield from _told_parts(turn)
    yield from _told_end(extras)
    if is_terminal_state(turn.state):
        yield ending(turn).event(ref.conversation_id, ref.assistant_message_id)


def ending(turn: StoredTurn) -> Ending:
    """How a turn ended that is in a terminal state."""
    is_retryable = bool(load_json(turn.answer.extras).get("is_retryable"))
    return Ending(turn.state, turn.answer.error_code, turn.answer.error_message, is_retryable)


def _told_parts(turn: StoredTurn) -> Iterator[TurnEvent]:
    artifacts = {row.artifact_id: artifact_view(row) for row in turn.artifacts}
    for part in load_parts(turn.answer.parts):
        told = _told(part, artifacts)
        if told is not None:
            yield told


def _told(part: Part, artifacts: Mapping[str, Artifact]) -> TurnEvent | None:
    match part:
        case TextPart(text):
            return TextDelta(text) if text else None
        case ReasoningPart(text):
            return ReasoningDelta(text) if text else None
        case ToolCallPart():
            return ToolStarted(part.call_id, part.name, part.arguments, part.origin, part.round)
        case ToolResultPart():
            artifact = artifacts.get(part.artifact_id or "")
            return ToolFinished(
                part.call_id,
                part.name,
                part.summary,
                part.content,
                artifact,
                part.error_code,
                part.duration_ms,
            )


def _told_end(extras: Mapping[str, Json]) -> Iterator[TurnEvent]:
    if "truncated" in extras:
        yield Truncated(int(str(extras["truncated"])))
    suggestions = extras.get("suggestions")
    if isinstance(suggestions, list):
        yield Suggestions(tuple(str(item) for item in suggestions))
