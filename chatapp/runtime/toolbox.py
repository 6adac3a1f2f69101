"""The one execution gate: every tool call of a turn goes through `Toolbox.execute`.

It checks the arguments, the permission and the confirmation, sets the trusted arguments, bounds
time and output, and never raises: a failure is an outcome that the model can read. It does not
decide whether a call is worth running (repeats, broken arguments): that is the loop's business.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import gevent

from chatapp.domain.errors import (
    ChatappError,
    ConfirmationRequired,
    InvalidArguments,
    ToolFailed,
    ToolTimeout,
)
from chatapp.domain.events import Artifact, ToolFinished
from chatapp.domain.ids import new_id
from chatapp.domain.json import Json, JsonObject
from chatapp.domain.tools import Safety, Tool, ToolResult, ToolSpec
from chatapp.infra.clock import Clock
from chatapp.runtime import arguments as argument_rules
from chatapp.runtime.arguments import Trusted
from chatapp.runtime.output import bounded, error_text, one_line

log: Final = logging.getLogger(__name__)

FULL_TEXT_TYPE: Final = "text"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call came to: `content` is what the model reads, `summary` one line for people."""

    content: str
    summary: str
    artifact: Artifact | None = None
    error_code: str | None = None
    duration_ms: int = 0

    def finished(self, call_id: str, name: str) -> ToolFinished:
        """The event that tells of this outcome."""
        return ToolFinished(
            call_id,
            name,
            self.summary,
            self.content,
            self.artifact,
            self.error_code,
            self.duration_ms,
        )


@dataclass(frozen=True, slots=True)
class ToolPolicy:
    """What the gate allows.

    Attributes:
        timeout_s: The longest time for a call; None where the caller keeps time, as a process
            must that gevent has not patched.
        permit: Raises `Forbidden` for a tool this caller may not use (any more).
        trusted: Arguments that the server sets, by name.
        confirmed: Names of mutating tools that the person confirmed for this turn.
    """

    timeout_s: float | None = 60.0
    output_chars: int = 24_000
    permit: Callable[[ToolSpec], None] = lambda _spec: None
    trusted: Mapping[str, Trusted] = field(default_factory=dict)
    confirmed: frozenset[str] = frozenset()


class Toolbox:
    """The tools of one turn and the rules for calling them.

    Attributes:
        policy: What the gate allows.
    """

    def __init__(self, tools: tuple[Tool, ...], policy: ToolPolicy, clock: Clock) -> None:
        self._tools = {tool.spec.name: tool for tool in tools}
        self.policy = policy
        self._clock = clock

    @property
    def names(self) -> tuple[str, ...]:
        """The tools there are, in order."""
        return tuple(self._tools)

    @property
    def functions(self) -> tuple[JsonObject, ...]:
        """OpenAI-shaped definitions of the tools."""
        return tuple(tool.spec.as_function() for tool in self._tools.values())

    def execute(self, name: str, arguments: Mapping[str, Json]) -> Outcome:
        """Run one call within its limits; a failure is an outcome with an error code."""
        start_s = self._clock.monotonic_s()
        try:
            tool = self._find(name)
            outcome = self._outcome(tool.spec, self._call(tool, arguments))
        except ChatappError as error:
            outcome = failure(error.message, error.code)
        except Exception:
            log.exception("tool %s failed", name)
            outcome = failure(f"{name} failed because of a fault of its own.", ToolFailed.code)
        duration_ms = round((self._clock.monotonic_s() - start_s) * 1000)
        return replace(outcome, duration_ms=duration_ms)

    def _find(self, name: str) -> Tool:
        if name not in self._tools:
            known = ", ".join(self._tools) or "none"
            raise InvalidArguments(f"There is no tool `{name}`. Available: {known}.")
        return self._tools[name]

    def _call(self, tool: Tool, arguments: Mapping[str, Json]) -> ToolResult:
        chosen = argument_rules.scoped(tool.spec, arguments, self.policy.trusted)
        if not tool.is_forgiving:
            argument_rules.check(tool.spec, chosen)
        self.policy.permit(tool.spec)
        self._require_confirmation(tool.spec)
        timer = gevent.Timeout.start_new(self.policy.timeout_s)
        try:
            return tool.call(chosen)
        except gevent.Timeout as fired:
            if fired is not timer:
                raise
            raise ToolTimeout(_too_slow(tool.spec, timer.seconds)) from None
        finally:
            timer.close()

    def _require_confirmation(self, spec: ToolSpec) -> None:
        if spec.safety is Safety.MUTATING and spec.name not in self.policy.confirmed:
            raise ConfirmationRequired(
                f"{spec.name} changes things and nobody confirmed it. Ask the person first."
            )

    def _outcome(self, spec: ToolSpec, result: ToolResult) -> Outcome:
        if result.error_code is not None:
            return failure(result.content, result.error_code, summary=result.summary)
        shown = bounded(result.content, self.policy.output_chars)
        artifact = _artifact(spec, result, is_cut=shown.is_cut)
        return Outcome(shown.text, one_line(result.summary), artifact)


def failure(message: str, code: str, *, summary: str = "") -> Outcome:
    """The outcome of a call that failed or was refused."""
    return Outcome(error_text(message, code), one_line(summary or message), error_code=code)


def _too_slow(spec: ToolSpec, seconds: float) -> str:
    return f"{spec.name} did not finish within {seconds:g} s. Ask for less."


def _artifact(spec: ToolSpec, result: ToolResult, *, is_cut: bool) -> Artifact | None:
    """The panel's data; a text that had to be cut is kept whole here, once."""
    if result.data is not None and spec.artifact_type:
        return Artifact(new_id(), spec.artifact_type, result.data)
    if is_cut:
        return Artifact(new_id(), FULL_TEXT_TYPE, {"text": result.content})
    return None
