"""What is tried again, what is done differently, and what ends a stream."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from chatapp.domain.errors import (
    EmptyResponse,
    ProviderBusy,
    ProviderError,
    ProviderRejected,
    ProviderTimeout,
    ProviderUnreachable,
    StreamInterrupted,
)
from chatapp.domain.messages import ToolCall
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
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.attempts import MAX_ATTEMPTS, NO_TOOLS_NOTICE, Attempts
from chatapp.providers.policy.complaint import Complaint
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.quirks import Quirk

PEER = Peer("openai", "gpt-4o", "OpenAI")
GOOD = (TextDelta("hi"), Usage(1, 1), Stop(StopReason.END_TURN))
ASK = Ask([{"role": "user", "content": "q"}], tools=({"type": "function"},))
Step = StreamEvent | Exception


@dataclass
class Sender:
    """Plays one script an attempt, and remembers what it was asked and how long was waited."""

    scripts: list[tuple[Step, ...]]
    asks: list[Ask] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def send(self, ask: Ask) -> Iterator[StreamEvent]:
        self.asks.append(ask)
        for step in self.scripts.pop(0):
            if isinstance(step, Exception):
                raise step
            yield step


@pytest.fixture
def run(infra: Infra) -> Callable[..., tuple[list[StreamEvent], Sender]]:
    def ask(*scripts: tuple[Step, ...], **settings: Any) -> tuple[list[StreamEvent], Sender]:
        sender = Sender(list(scripts))
        changed = replace(infra, settings=replace(infra.settings, **settings))
        attempts = Attempts(changed, PEER, sender.send, sleep=sender.waits.append)
        return list(attempts.events(ASK)), sender

    return ask


def busy(wait_s: float | None = None) -> Refused:
    return Refused(Complaint("slow down", "rate_limit_error", 429, wait_s))


def rejected(message: str) -> Refused:
    return Refused(Complaint(message, "invalid_request_error", 400))


def test_a_good_stream_passes_as_it_is(run: Any) -> None:
    events, sender = run(GOOD)
    assert events == list(GOOD)
    assert sender.waits == []


@pytest.mark.requirement("R06")
def test_a_busy_provider_is_asked_again_after_the_wait_it_wants(run: Any) -> None:
    events, sender = run((busy(20),), GOOD)
    assert sender.waits == [20]
    assert events[0] == Notice(
        "provider_retry", "OpenAI: it is busy and asks to wait 20 s. Trying again."
    )
    assert events[1:] == list(GOOD)


@pytest.mark.requirement("R06")
def test_a_wait_beyond_the_budget_fails_at_once(run: Any) -> None:
    with pytest.raises(ProviderBusy, match="is busy") as raised:
        run((busy(31),), GOOD)
    assert raised.value.retry_after_s == 31


@pytest.mark.requirement("R06")
def test_waits_add_up_to_the_budget(run: Any) -> None:
    with pytest.raises(ProviderBusy):
        run((busy(20),), (busy(20),), GOOD)


def test_without_a_wished_wait_the_pauses_grow(run: Any) -> None:
    _, sender = run((busy(),), (StreamInterrupted("x"),), GOOD)
    first, second = sender.waits
    assert 0.5 <= first <= 0.625
    assert 2.0 <= second <= 2.5


def test_it_ends_after_a_few_attempts(run: Any) -> None:
    with pytest.raises(ProviderUnreachable):
        run(*[(ProviderUnreachable("x"),)] * MAX_ATTEMPTS, GOOD)


def test_no_budget_means_one_attempt(run: Any) -> None:
    with pytest.raises(ProviderBusy):
        run((busy(),), GOOD, provider_retry_s=0)


@pytest.mark.parametrize("error", [ProviderTimeout("x"), ProviderRejected("x"), ProviderError("x")])
def test_what_would_fail_again_is_not_tried_again(run: Any, error: ProviderError) -> None:
    with pytest.raises(type(error)):
        run((error,), GOOD)


@pytest.mark.requirement("P07")
@pytest.mark.parametrize(
    "seen", [TextDelta("Half"), ReasoningDelta("hm"), ToolRequested(ToolCall("a", "read"))]
)
def test_nothing_is_started_again_once_something_was_seen(run: Any, seen: StreamEvent) -> None:
    with pytest.raises(StreamInterrupted, match="What came so far is kept") as raised:
        run((seen, busy()), GOOD)
    assert raised.value.is_retryable


@pytest.mark.requirement("P05")
def test_a_refusal_after_text_keeps_its_class(run: Any) -> None:
    with pytest.raises(ProviderRejected, match="bad field"):
        run((TextDelta("Half"), rejected("bad field")), GOOD)


@pytest.mark.requirement("P08")
def test_an_end_without_a_stop_is_an_interruption(run: Any) -> None:
    with pytest.raises(StreamInterrupted, match="before it was complete"):
        run((TextDelta("Half"),))


def test_an_end_without_a_word_is_tried_again(run: Any) -> None:
    events, _ = run((), GOOD)
    assert events[1:] == list(GOOD)


@pytest.mark.requirement("P13")
@pytest.mark.parametrize("events", [(), (TextDelta(" \n"),), (ReasoningDelta("hm"),)])
def test_an_answer_without_content_is_an_error(run: Any, events: tuple[Step, ...]) -> None:
    with pytest.raises(EmptyResponse, match="empty answer"):
        run((*events, Stop(StopReason.END_TURN)))


def test_an_empty_answer_at_the_output_limit_is_left_to_the_caller(run: Any) -> None:
    events, _ = run((Stop(StopReason.MAX_TOKENS),))
    assert events[-1] == Stop(StopReason.MAX_TOKENS)


def test_missing_usage_is_estimated_and_marked(run: Any) -> None:
    events, _ = run((TextDelta("x" * 70), Stop(StopReason.END_TURN)))
    (usage,) = [event for event in events if isinstance(event, Usage)]
    assert usage.is_estimate
    assert usage.output_tokens == 20
    assert usage.input_tokens > 0


@pytest.mark.parametrize(
    ("message", "quirk"),
    [
        ("'temperature' does not support 0.7 with this model", Quirk.NO_TEMPERATURE),
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead",
         Quirk.COMPLETION_TOKENS),
        ("Unrecognized request argument: max_completion_tokens", Quirk.PLAIN_MAX_TOKENS),
        ("unknown field stream_options", Quirk.NO_USAGE_OPTION),
        ("messages.1: reasoning_content is not allowed", Quirk.NO_REASONING),
        ("Invalid `signature` in `thinking` block", Quirk.NO_REASONING),
    ],
)  # fmt: skip
def test_a_refusal_is_learnt_from_and_asked_differently(
    run: Any, message: str, quirk: Quirk
) -> None:
    events, sender = run((rejected(message),), GOOD)
    assert events == list(GOOD)
    assert sender.asks[1].quirks == {quirk}
    assert sender.waits == []


@pytest.mark.requirement("P16")
def test_the_same_remedy_is_tried_once(run: Any) -> None:
    with pytest.raises(ProviderRejected):
        run((rejected("reasoning"),), (rejected("reasoning"),), GOOD)


def test_what_was_learnt_is_remembered_for_the_model(infra: Infra) -> None:
    for scripts in ([(rejected("temperature"),), GOOD], [GOOD]):
        sender = Sender(list(scripts))
        list(Attempts(infra, PEER, sender.send).events(ASK))
        assert Quirk.NO_TEMPERATURE in sender.asks[-1].quirks
    other = Sender([GOOD])
    list(Attempts(infra, replace(PEER, model="other"), other.send).events(ASK))
    assert other.asks[0].quirks == frozenset()


def test_a_model_without_tools_answers_without_and_says_so(run: Any) -> None:
    events, _ = run((rejected("gemma does not support tools"),), GOOD)
    assert events == [NO_TOOLS_NOTICE, *GOOD]


def test_closing_the_stream_closes_the_attempt(infra: Infra) -> None:
    closed = []

    def send(ask: Ask) -> Iterator[StreamEvent]:
        try:
            yield TextDelta("a")
            yield TextDelta("b")
        finally:
            closed.append(True)

    stream = Attempts(infra, PEER, send).events(ASK)
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert closed == [True]
