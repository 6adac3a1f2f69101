"""What a turn tells its readers: one internal event type, encoded per dialect by `chatapp.web`.

Exactly one terminal event (`Completed`, `Failed` or `Cancelled`) ends a turn, always last.
`Usage` and `StateKept` never leave the server: the first is for the bill, the second is kept with
the message, for the provider that made it.
"""

from dataclasses import dataclass
from typing import TypeAlias

from chatapp.domain.json import Json, JsonObject
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import Notice, ReasoningDelta, StateKept, TextDelta, Usage


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The turn exists in the store: these ids are final."""

    conversation_id: str
    request_id: str
    user_message_id: str
    assistant_message_id: str


@dataclass(frozen=True, slots=True)
class ToolCandidates:
    """The tools that this turn may use, by name."""

    tools: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A call began.

    Attributes:
        round: Groups the calls of one model reply, from 0; stored with the call.
        provider_state: Opaque state of this call (thought signature); stored, never sent.
    """

    call_id: str
    name: str
    arguments: JsonObject
    origin: str = "model"
    round: int = 0
    provider_state: ProviderState | None = None


@dataclass(frozen=True, slots=True)
class Artifact:
    """What a tool result looks like in the panel; kept with the message that made it."""

    artifact_id: str
    type: str
    data: Json
    is_pinned: bool = False


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """A call ended; `error_code` says that it failed, `content` is what the model reads."""

    call_id: str
    name: str
    summary: str
    content: str
    artifact: Artifact | None = None
    error_code: str | None = None
    duration_ms: int = 0


@dataclass(frozen=True, slots=True)
class GenerateStarted:
    """The model was asked; its first token is awaited."""


@dataclass(frozen=True, slots=True)
class ArtifactProgress:
    """A file job moved: `percent` is 0-100."""

    job_id: str
    state: str
    percent: int
    filename: str


@dataclass(frozen=True, slots=True)
class Suggestions:
    """At most three follow-up questions."""

    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Truncated:
    """The loop's limit was reached before the model gave its final answer."""

    loops: int


@dataclass(frozen=True, slots=True)
class Step:
    """An internal phase with no name of its own on the wire."""

    phase: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Completed:
    """The turn ended well and its final state is durable."""

    conversation_id: str
    message_id: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The turn ended in an error that is recorded; `message` is written for the person."""

    code: str
    message: str
    is_retryable: bool = False


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The turn was stopped; the text so far is kept."""

    reason: str = "stopped"


TerminalEvent: TypeAlias = Completed | Failed | Cancelled

TurnEvent: TypeAlias = (
    TurnStarted
    | ToolCandidates
    | ToolStarted
    | ToolFinished
    | GenerateStarted
    | TextDelta
    | ReasoningDelta
    | Usage
    | StateKept
    | Notice
    | ArtifactProgress
    | Suggestions
    | Truncated
    | Step
    | TerminalEvent
)


ServerEvent: TypeAlias = Usage | StateKept
"""Events that are kept or counted on the server and that no reader ever sees."""


def is_terminal(event: TurnEvent) -> bool:
    """Whether nothing may follow this event."""
    return isinstance(event, Completed | Failed | Cancelled)
