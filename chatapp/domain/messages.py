"""What a conversation is made of: messages, each a role and an ordered list of parts.

The parts are the truth that is stored; the OpenAI-shaped dictionaries that providers take are
derived from them (`chatapp.runtime.prompt`), never the other way round.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from chatapp.domain.json import Json, JsonObject


class Role(StrEnum):
    """Who speaks."""

    USER = "user"
    ASSISTANT = "assistant"


class Origin(StrEnum):
    """Who asked for a tool call: the model, or the server's own pre-read of the open page."""

    MODEL = "model"
    GROUNDING = "grounding"


@dataclass(frozen=True, slots=True)
class ProviderState:
    """Opaque data that only the provider and model that made it may see again.

    Thought and thinking signatures live here; they survive the database, forks and restores.
    """

    provider: str
    model: str
    data: JsonObject


@dataclass(frozen=True, slots=True)
class TextPart:
    """Visible prose, Markdown."""

    text: str
    provider_state: ProviderState | None = None


@dataclass(frozen=True, slots=True)
class ReasoningPart:
    """The model's exposed reasoning; never sent to another provider."""

    text: str
    provider_state: ProviderState | None = None


@dataclass(frozen=True, slots=True)
class ToolCallPart:
    """One call the model (or grounding) asked for; `round` groups the calls of one model reply."""

    call_id: str
    name: str
    arguments: JsonObject
    round: int = 0
    origin: Origin = Origin.MODEL
    provider_state: ProviderState | None = None


@dataclass(frozen=True, slots=True)
class ToolResultPart:
    """What a call gave: `content` is the text the model reads, `summary` one line for people."""

    call_id: str
    name: str
    content: str
    summary: str = ""
    artifact_id: str | None = None
    error_code: str | None = None
    duration_ms: int = 0


Part: TypeAlias = TextPart | ReasoningPart | ToolCallPart | ToolResultPart


@dataclass(frozen=True, slots=True)
class Message:
    """A role and its parts, in the order they came."""

    role: Role
    parts: tuple[Part, ...] = ()

    @property
    def text(self) -> str:
        """All visible prose of the message, joined."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A complete call as a provider reports it: arguments already parsed to an object.

    Attributes:
        argument_error: Why they could not be: begins with ``truncated`` when the output was cut
            in the middle, else names the JSON error and its position. `arguments` is then empty.
    """

    call_id: str
    name: str
    arguments: JsonObject = field(default_factory=dict)
    argument_error: str | None = None
    provider_state: ProviderState | None = None


WireMessage: TypeAlias = Mapping[str, Json]
"""An OpenAI-shaped chat message: role, content, tool_calls, tool_call_id.

Two additions, which adapters drop before sending: `provider_state` (see `ProviderState`, as
``{"provider", "model", "data"}``) on the message or on one of its ``tool_calls``, and `reasoning`
(text) on assistant messages.
"""
