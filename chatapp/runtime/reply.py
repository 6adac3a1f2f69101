"""One question to the provider: its stream, bounded by the deadline, told as turn events.

Called by `chatapp.runtime.agent` for every round. Closing it closes the provider's stream at once.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import assert_never

from chatapp.domain.events import GenerateStarted, ToolStarted, TurnEvent
from chatapp.domain.messages import ToolCall
from chatapp.domain.stream import (
    Notice,
    ReasoningDelta,
    StateKept,
    Stop,
    StopReason,
    StreamEvent,
    TextDelta,
    ToolExecuted,
    ToolRequested,
    Usage,
)
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.inner_calls import InnerCalls
from chatapp.runtime.rules import TurnRules


@dataclass(slots=True)
class Reply:
    """What one stream came to; filled by `Listener`.

    Attributes:
        calls: Those that the provider has not run itself, in the order they were asked for.
        is_visible: Whether the person has seen anything of it, so that it cannot be taken back.
    """

    calls: list[ToolCall] = field(default_factory=list)
    text: str = ""
    is_visible: bool = False
    stop_reason: str = StopReason.END_TURN

    @property
    def is_cut(self) -> bool:
        """Whether the model ran into its output limit."""
        return self.stop_reason == StopReason.MAX_TOKENS


class Listener:
    """Follows one stream of one turn.

    Attributes:
        reply: What came so far.
    """

    def __init__(
        self, rules: TurnRules, inner: InnerCalls, deadline: Deadline, *, takes_calls: bool
    ) -> None:
        self.reply = Reply()
        self._takes_calls = takes_calls
        self._rules = rules
        self._inner = inner
        self._deadline = deadline
        self._has_run_inside = False

    def follow(
        self, open_stream: Callable[[], Iterator[StreamEvent]]
    ) -> Generator[TurnEvent, None, None]:
        """Tell the stream's events; ends early when the provider's inner loop has to end.

        Raises:
            ProviderError: as the provider raised it.
            TurnTimeout: the deadline passed while the provider was silent.
        """
        yield GenerateStarted()
        with _closing(open_stream()) as stream:
            while (event := self._deadline.within(lambda: next(stream, None))) is not None:
                yield from self._told(event)
                if self._must_end():
                    return

    def _must_end(self) -> bool:
        """Whether the provider's inner loop has used up what it may do."""
        is_between_rounds = self._has_run_inside and not self.reply.calls
        return is_between_rounds and self._rules.verdict is not None

    def _told(self, event: StreamEvent) -> Iterator[TurnEvent]:
        match event:
            case TextDelta() | ReasoningDelta():
                self._note(event)
                yield event
            case StateKept() | Usage() | Notice():
                yield event
            case ToolRequested(call):
                if self._takes_calls:
                    yield self._requested(call)
            case ToolExecuted():
                yield from self._executed(event)
            case Stop(reason):
                self.reply.stop_reason = reason
            case _:
                assert_never(event)

    def _note(self, event: TextDelta | ReasoningDelta) -> None:
        self.reply.is_visible = True
        if isinstance(event, TextDelta):
            self.reply.text += event.text

    def _requested(self, call: ToolCall) -> TurnEvent:
        if self._has_run_inside:
            self._rules.end_round()
            self._has_run_inside = False
        self.reply.is_visible = True
        self.reply.calls.append(call)
        return ToolStarted(
            call.call_id,
            call.name,
            call.arguments,
            round=self._rules.round,
            provider_state=call.provider_state,
        )

    def _executed(self, event: ToolExecuted) -> Iterator[TurnEvent]:
        for call in [call for call in self.reply.calls if call.call_id == event.call_id]:
            self.reply.calls.remove(call)
            self._has_run_inside = True
            yield self._inner.outcome(call, event).finished(call.call_id, call.name)


@contextmanager
def _closing(stream: Iterator[StreamEvent]) -> Iterator[Iterator[StreamEvent]]:
    """Close the stream however the block ends; plain iterators have nothing to close."""
    try:
        yield stream
    finally:
        close = getattr(stream, "close", None)
        if close is not None:
            close()
