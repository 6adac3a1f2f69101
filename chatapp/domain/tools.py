"""Tools as the model sees them: a specification, and what a call gives back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from chatapp.domain.json import Json, JsonObject
from chatapp.domain.sources import Source


class Safety(StrEnum):
    """Whether a call can change anything outside the turn."""

    READ = "read"
    MUTATING = "mutating"


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """Name, purpose, JSON schema of the arguments, safety, and the type of its artifact."""

    name: str
    description: str
    parameters: JsonObject
    safety: Safety = Safety.READ
    artifact_type: str | None = None

    def as_function(self) -> dict[str, Json]:
        """The OpenAI-shaped function definition."""
        function: JsonObject = {
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters,
        }
        return {"type": "function", "function": function}


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool returns.

    Attributes:
        content: The text the model reads; already within the tool's token budget.
        summary: One line for the tool card, e.g. ``12 hits``.
        data: The artifact's data for the panel, JSON, or None for no artifact.
        sources: The places this result quotes, in the order they appear in `content`.
        error_code: Set when the call failed; `content` then says why and what to do.
    """

    content: str
    summary: str = ""
    data: Json = None
    sources: tuple[Source, ...] = field(default=())
    error_code: str | None = None

    @property
    def is_error(self) -> bool:
        """Whether the call failed."""
        return self.error_code is not None


ToolCallable: TypeAlias = Callable[[Mapping[str, Json]], ToolResult]


@dataclass(frozen=True, slots=True)
class Tool:
    """A specification bound to the call that fulfils it, for one turn and one principal.

    Attributes:
        is_forgiving: The call itself fits the arguments to the schema, drops what does not fit
            and says so in its result; the gate then leaves the check to it.
    """

    spec: ToolSpec
    call: ToolCallable
    is_forgiving: bool = False


ToolExecutor: TypeAlias = Callable[[str, Mapping[str, Json]], Json]
"""What a provider with an inner loop calls: (name, arguments) -> result; never raises."""
