"""Events of one turn, folded into the parts of its assistant message.

The one place that decides how a turn is remembered: the loop sends the model what this says, and
the conversation stores what this says, so the two can never differ. It does no input or output.
"""

from dataclasses import replace

from chatapp.domain.events import ToolFinished, ToolStarted, TurnEvent
from chatapp.domain.messages import (
    Origin,
    Part,
    ProviderState,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from chatapp.domain.stream import ReasoningDelta, StateKept, TextDelta


class Transcript:
    """Grows by `add`; `parts` is the message so far, in the order things came."""

    def __init__(self) -> None:
        self._parts: list[Part] = []

    @property
    def parts(self) -> tuple[Part, ...]:
        """The message so far."""
        return tuple(self._parts)

    @property
    def text(self) -> str:
        """All visible prose so far."""
        return "".join(part.text for part in self._parts if isinstance(part, TextPart))

    def add(self, event: TurnEvent) -> None:
        """Take in one event; those that leave no part are passed over."""
        match event:
            case TextDelta(text):
                self._extend(TextPart(text))
            case ReasoningDelta(text):
                self._extend(ReasoningPart(text))
            case ToolStarted():
                self._parts.append(_call(event))
            case ToolFinished():
                self._parts.append(_result(event))
            case StateKept(state):
                self._keep(state)
            case _:
                pass

    def _extend(self, more: TextPart | ReasoningPart) -> None:
        last = self._parts[-1] if self._parts else None
        if isinstance(last, TextPart | ReasoningPart) and type(last) is type(more):
            self._parts[-1] = replace(last, text=last.text + more.text)
        else:
            self._parts.append(more)

    def _keep(self, state: ProviderState) -> None:
        """Hang the state on the prose of the current reply, before its calls if there is none.

        Providers report it at the end of a reply, after the calls; behind them it would belong to
        the next reply, and signatures would be sent back in the wrong place.
        """
        place = len(self._parts)
        while place and isinstance(self._parts[place - 1], ToolCallPart):
            place -= 1
        last = self._parts[place - 1] if place else None
        if isinstance(last, TextPart | ReasoningPart):
            self._parts[place - 1] = replace(last, provider_state=state)
        else:
            self._parts.insert(place, ReasoningPart("", state))


def _call(event: ToolStarted) -> ToolCallPart:
    return ToolCallPart(
        event.call_id,
        event.name,
        event.arguments,
        event.round,
        Origin(event.origin),
        event.provider_state,
    )


def _result(event: ToolFinished) -> ToolResultPart:
    return ToolResultPart(
        event.call_id,
        event.name,
        event.content,
        event.summary,
        event.artifact.artifact_id if event.artifact else None,
        event.error_code,
        event.duration_ms,
    )
