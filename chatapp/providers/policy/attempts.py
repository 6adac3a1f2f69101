"""Every provider's stream: attempts until the first visible token, checks until the last event.

What is retried, what is done differently after a refusal, and when an answer counts as whole is
decided here once. After the first visible token nothing is ever started again (case P07): what the
person has seen stands, and a break is an error.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from random import SystemRandom
from typing import Final

import gevent

from chatapp.domain.errors import (
    EmptyResponse,
    ModelUnknown,
    ProviderBusy,
    ProviderError,
    ProviderRejected,
    ProviderUnreachable,
    StreamInterrupted,
)
from chatapp.domain.stream import (
    Notice,
    ReasoningDelta,
    Stop,
    StopReason,
    StreamEvent,
    TextDelta,
    ToolRequested,
    Usage,
)
from chatapp.infra.handle import Infra
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask, Send
from chatapp.providers.policy.estimate import estimated_usage
from chatapp.providers.policy.failures import Refused, provider_error
from chatapp.providers.policy.halves import HalfJoiner
from chatapp.providers.policy.quirks import Quirk, QuirkMemory, quirk_in

MAX_ATTEMPTS: Final = 3
FIRST_PAUSE_S: Final = 0.5
RETRIED: Final = (ProviderBusy, ProviderUnreachable, StreamInterrupted)
NO_TOOLS_NOTICE: Final = Notice(
    "tools_unavailable",
    "This model cannot call tools, so it answers without reading the code. Choose another model"
    " for answers with evidence.",
)

_jitter = SystemRandom()


@dataclass(slots=True)
class _Seen:
    """What one attempt has let through."""

    is_visible: bool = False
    has_content: bool = False
    has_usage: bool = False
    has_stopped: bool = False
    answer_chars: int = 0
    text: HalfJoiner = field(default_factory=HalfJoiner)
    reasoning: HalfJoiner = field(default_factory=HalfJoiner)

    def whole(self, event: StreamEvent) -> StreamEvent | None:
        """The event in whole characters; None when there is nothing of it yet."""
        match event:
            case TextDelta(piece):
                text = self.text.join(piece)
                return event if text is piece else TextDelta(text) if text else None
            case ReasoningDelta(piece):
                text = self.reasoning.join(piece)
                return event if text is piece else ReasoningDelta(text) if text else None
            case _:
                return event

    def note(self, event: StreamEvent) -> None:
        match event:
            case TextDelta(text):
                self.is_visible = True
                self.has_content = self.has_content or not text.isspace()
                self.answer_chars += len(text)
            case ReasoningDelta(text):
                self.is_visible = True
                self.answer_chars += len(text)
            case ToolRequested():
                self.is_visible = self.has_content = True
            case Usage():
                self.has_usage = True
            case _:
                pass


@dataclass(slots=True)
class _Plan:
    """The next attempt, and what the earlier ones cost."""

    ask: Ask
    failures: int = 0
    waited_s: float = 0.0
    pause_s: float = 0.0

    def adapt(self, quirk: Quirk) -> Notice | None:
        """Ask differently, at once; a notice when the person loses something by it."""
        has_lost_tools = quirk is Quirk.NO_TOOLS and bool(self.ask.tools)
        self.ask = replace(self.ask, quirks=self.ask.quirks | {quirk})
        self.pause_s = 0.0
        return NO_TOOLS_NOTICE if has_lost_tools else None

    def wait(self, pause_s: float) -> None:
        """Ask the same again after a pause."""
        self.failures += 1
        self.pause_s = pause_s
        self.waited_s += pause_s


class Attempts:
    """The attempts at one peer; `send` makes a single one."""

    def __init__(
        self,
        infra: Infra,
        peer: Peer,
        send: Send,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self._peer = peer
        self._send = send
        self._sleep = sleep or gevent.sleep
        self._budget_s = float(infra.settings.provider_retry_s)
        self._memory = infra.local.get(QuirkMemory, QuirkMemory)

    def events(self, ask: Ask) -> Iterator[StreamEvent]:
        """The stream, whole or ended by an error.

        Raises:
            ProviderError: one of its kinds.
        """
        plan = _Plan(replace(ask, quirks=ask.quirks | self._memory.known(self._peer)))
        while True:
            seen = _Seen()
            try:
                yield from self._once(plan.ask, seen)
            except (Refused, ProviderError) as failure:
                notice = self._again(plan, failure, seen)
            else:
                return
            if notice is not None:
                yield notice
            if plan.pause_s:
                self._sleep(plan.pause_s)

    def _again(self, plan: "_Plan", failure: Refused | ProviderError, seen: _Seen) -> Notice | None:
        """Prepare another attempt, or raise the error when there is none."""
        error = self._typed(failure)
        cause = None if error is failure else failure
        if seen.is_visible:
            raise self._broken_off(error) from cause
        quirk = _remedy(failure, error, plan.ask)
        if quirk is not None:
            self._memory.learn(self._peer, quirk)
            return plan.adapt(quirk)
        pause_s = self._pause_s(error, plan)
        if pause_s is None:
            raise error from cause
        plan.wait(pause_s)
        return Notice("provider_retry", f"{self._peer.place}: {_why(error)} Trying again.")

    def _once(self, ask: Ask, seen: _Seen) -> Iterator[StreamEvent]:
        with closing(self._send(ask)) as events:  # type: ignore[type-var] # a generator
            for event in events:
                if isinstance(event, Stop):
                    yield from self._ended(event, ask, seen)
                elif (whole := seen.whole(event)) is not None:
                    seen.note(whole)
                    yield whole
        if not seen.has_stopped:
            raise self._error(StreamInterrupted, "ended its answer before it was complete", "")

    def _ended(self, stop: Stop, ask: Ask, seen: _Seen) -> Iterator[StreamEvent]:
        if not seen.has_content and stop.reason == StopReason.END_TURN:
            raise self._error(EmptyResponse, "returned an empty answer", "")
        seen.has_stopped = True
        if not seen.has_usage:
            yield estimated_usage(ask, seen.answer_chars)
        yield stop

    def _typed(self, failure: Refused | ProviderError) -> ProviderError:
        if isinstance(failure, Refused):
            return provider_error(self._peer, failure.complaint)
        return failure

    def _broken_off(self, error: ProviderError) -> ProviderError:
        """The error after visible text: what could have been retried before is a break now."""
        if not error.is_retryable or isinstance(error, EmptyResponse | StreamInterrupted):
            return error
        return self._error(StreamInterrupted, "broke off its answer", f" {error.message}")

    def _error(self, kind: type[ProviderError], what: str, more: str) -> ProviderError:
        advice = "Ask again, or choose another model."
        if kind is StreamInterrupted:
            advice = "What came so far is kept; ask again for the rest."
        message = f"{self._peer.place} {what} (model {self._peer.model}). {advice}{more}"
        return kind(message, provider=self._peer.provider_id, model=self._peer.model)

    def _pause_s(self, error: ProviderError, plan: "_Plan") -> float | None:
        """How long to wait before another attempt; None when there is none."""
        if not isinstance(error, RETRIED) or plan.failures + 1 >= MAX_ATTEMPTS:
            return None
        pause_s = error.retry_after_s
        if pause_s is None:
            pause_s = FIRST_PAUSE_S * 4**plan.failures * _jitter.uniform(1.0, 1.25)
        return pause_s if plan.waited_s + pause_s <= self._budget_s else None


def _remedy(cause: Exception, error: ProviderError, ask: Ask) -> Quirk | None:
    """What to do differently after this refusal; None when that would not help."""
    if not isinstance(cause, Refused) or not isinstance(error, ProviderRejected | ModelUnknown):
        return None
    quirk = quirk_in(cause.complaint.message)
    return None if quirk in ask.quirks else quirk


def _why(error: ProviderError) -> str:
    if isinstance(error, ProviderUnreachable):
        return "it could not be reached."
    if isinstance(error, StreamInterrupted):
        return "the connection broke before the first word."
    wait = f" and asks to wait {error.retry_after_s:.0f} s" if error.retry_after_s else ""
    return f"it is busy{wait}."
