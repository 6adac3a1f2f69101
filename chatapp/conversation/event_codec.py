"""Turn events as JSON objects, for the journal's copy in Redis and the extras of a message row.

Not a wire format: what callers see is encoded by `chatapp.web`. Tried both ways with generated
values.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from chatapp.domain.events import (
    Artifact,
    ArtifactProgress,
    Cancelled,
    Completed,
    Failed,
    GenerateStarted,
    Step,
    Suggestions,
    ToolCandidates,
    ToolFinished,
    ToolStarted,
    Truncated,
    TurnEvent,
    TurnStarted,
)
from chatapp.domain.json import JsonObject
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import Notice, ReasoningDelta, StateKept, TextDelta, Usage

_KINDS: Final[Mapping[str, type[TurnEvent]]] = {
    "turn_started": TurnStarted,
    "tool_candidates": ToolCandidates,
    "tool_started": ToolStarted,
    "tool_finished": ToolFinished,
    "generate_started": GenerateStarted,
    "text": TextDelta,
    "reasoning": ReasoningDelta,
    "usage": Usage,
    "state": StateKept,
    "notice": Notice,
    "artifact_progress": ArtifactProgress,
    "suggestions": Suggestions,
    "truncated": Truncated,
    "step": Step,
    "completed": Completed,
    "failed": Failed,
    "cancelled": Cancelled,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}

_NESTED: Final[Mapping[str, Callable[[Any], Any]]] = {
    "provider_state": lambda value: value and ProviderState(**value),
    "state": lambda value: ProviderState(**value) if isinstance(value, Mapping) else value,
    "artifact": lambda value: value and Artifact(**value),
    "tools": tuple,
    "suggestions": tuple,
}
"""Fields that are not plain JSON, and what makes them again (an artifact job's state is a word)."""


def event_object(event: TurnEvent) -> JsonObject:
    """The event as a JSON object with its `type`."""
    return {"type": _NAMES[type(event)], **asdict(event)}


def read_event(item: Mapping[str, Any]) -> TurnEvent:
    """The event of an object that `event_object` made."""
    fields = {
        name: _NESTED[name](value) if name in _NESTED else value
        for name, value in item.items()
        if name != "type"
    }
    return _KINDS[item["type"]](**fields)
