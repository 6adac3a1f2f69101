"""What a provider's stream yields, whatever the wire: a closed union of small frozen values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from chatapp.domain.json import Json
from chatapp.domain.messages import ProviderState, ToolCall


class StopReason(StrEnum):
    """The neutral stop reasons; anything else a provider says is kept as it came."""

    END_TURN = "end_turn"
    MAX_TOKENS = "max_tokens"
    TOOL_USE = "tool_use"


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More visible text."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """More reasoning text, where the provider exposes it."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolRequested:
    """One complete tool call; the caller runs it after the stream ends."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class ToolExecuted:
    """A call that the provider itself ran through `tool_executor` (Gemini's inner loop)."""

    call_id: str
    name: str
    result: Json


@dataclass(frozen=True, slots=True)
class StateKept:
    """Opaque state for the assistant message as a whole."""

    state: ProviderState


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one provider call; `is_estimate` when the provider did not say."""

    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0
    is_estimate: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should know that is not an error, e.g. that the context was trimmed."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The last event of every stream that ended well: a `StopReason`, or the provider's word."""

    reason: str


StreamEvent: TypeAlias = (
    TextDelta | ReasoningDelta | ToolRequested | ToolExecuted | StateKept | Usage | Notice | Stop
)
