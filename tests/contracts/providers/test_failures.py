"""Whatever goes wrong, every provider ends in one typed error that says what to do."""

import traceback
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from chatapp.domain.errors import (
    ContentBlocked,
    ContextTooLong,
    EmptyResponse,
    ModelUnknown,
    ProviderAuthFailed,
    ProviderBusy,
    ProviderError,
    ProviderNoCredit,
    ProviderProtocol,
    ProviderRejected,
    ProviderTimeout,
    ProviderUnreachable,
    StreamInterrupted,
)
from chatapp.domain.stream import StreamEvent, TextDelta, Usage
from tests.contracts.providers.conftest import CANARY, QUESTION, Asked, text_of
from tests.contracts.providers.upstream import CUT, HANG, SILENT, Script, document
from tests.contracts.providers.wires import Anthropic, OpenAIChat, Wire

HTML = b"<!DOCTYPE html><html><body>Sign in to the network</body></html>"


@dataclass(frozen=True)
class Refusal:
    """What a server says, and what it has to become."""

    status: int
    kind: str
    message: str
    error: type[ProviderError]


REFUSALS = [
    Refusal(401, "authentication_error", f"Incorrect API key: {CANARY}", ProviderAuthFailed),
    Refusal(403, "permission_error", "Not allowed", ProviderAuthFailed),
    Refusal(402, "billing_error", "Payment required", ProviderNoCredit),
    Refusal(404, "not_found_error", "The model does not exist", ModelUnknown),
    Refusal(400, "invalid_request_error", "prompt is too long: 9 > 8", ContextTooLong),
    Refusal(400, "invalid_request_error", "blocked by content_filter", ContentBlocked),
    Refusal(400, "invalid_request_error", f"bad field, token={CANARY}", ProviderRejected),
    Refusal(429, "rate_limit_error", "Slow down", ProviderBusy),
    Refusal(529, "overloaded_error", "Overloaded", ProviderBusy),
    Refusal(503, "api_error", "Unavailable", ProviderBusy),
]


def failure(asked: Asked, events: list[StreamEvent] | None = None, **more: Any) -> ProviderError:
    """The error that a question ends in; `events` receives what came before it."""
    seen = [] if events is None else events
    provider = more.pop("provider", None) or asked.provider()
    with (
        pytest.raises(ProviderError) as raised,
        closing(provider.stream_chat(QUESTION, (), "Be exact.", **more)) as stream,
    ):
        seen.extend(stream)
    return raised.value


def assert_speaks_plainly(asked: Asked, error: ProviderError) -> None:
    """Provider, model, what to do, on one line, and no secret anywhere in its trace."""
    assert (error.provider, error.model) == (asked.wire.provider_id, asked.wire.model)
    assert asked.wire.model in error.message
    assert "\n" not in error.message
    assert "<" not in error.message
    trace = "".join(traceback.format_exception(error))
    assert CANARY not in trace
    assert any(word in error.message for word in ("Check", "Choose", "Ask", "ask", "Top", "Wait",
                                                  "Word", "Start", "choose", "Fetch"))  # fmt: skip


@pytest.mark.requirement("U04")
@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda r: f"{r.status}-{r.error.__name__}")
def test_a_refusal_becomes_its_error(adapter: Asked, refusal: Refusal) -> None:
    adapter.upstream.play(adapter.wire.error(refusal.status, refusal.kind, refusal.message))
    error = failure(adapter)
    assert type(error) is refusal.error
    assert_speaks_plainly(adapter, error)


@pytest.mark.requirement("R06")
def test_the_wait_that_a_busy_provider_asks_for_is_known(adapter: Asked) -> None:
    adapter.upstream.play(
        adapter.wire.error(429, "rate_limit_error", "Slow", ("Retry-After", "20"))
    )
    assert failure(adapter).retry_after_s == 20


@pytest.mark.requirement("R06")
def test_the_wait_may_be_a_date(adapter: Asked) -> None:
    moment = format_datetime(adapter.infra.clock.now() + timedelta(seconds=20), usegmt=True)
    adapter.upstream.play(
        adapter.wire.error(429, "rate_limit_error", "Slow", ("Retry-After", moment))
    )
    assert failure(adapter).retry_after_s == pytest.approx(19, abs=2)


def test_a_web_page_is_told_from_an_answer(adapter: Asked) -> None:
    adapter.upstream.play(document(HTML, content_type="text/html"))
    error = failure(adapter)
    assert isinstance(error, ProviderProtocol | EmptyResponse)  # LiteLLM hides what it is
    assert_speaks_plainly(adapter, error)


@pytest.mark.parametrize("status", [404, 502])
def test_a_web_page_under_an_error_status_is_not_quoted(adapter: Asked, status: int) -> None:
    adapter.upstream.play(document(HTML, status, content_type="text/html"))
    assert_speaks_plainly(adapter, failure(adapter))


def test_an_error_under_a_status_of_success_is_an_error(adapter: Asked) -> None:
    body = adapter.wire.error_body(200, "overloaded_error", "Overloaded")
    adapter.upstream.play(document(body))
    assert_speaks_plainly(adapter, failure(adapter))


@pytest.mark.parametrize(
    "raw", [b"SSH-2.0-OpenSSH_9.6\r\n", b"\x15\x03\x01\x00\x02\x02\x46"], ids=["ssh", "tls"]
)
def test_another_protocol_is_recognised(adapter: Asked, raw: bytes) -> None:
    adapter.upstream.play(Script(raw=raw))
    error = failure(adapter)
    assert isinstance(error, ProviderProtocol | StreamInterrupted | ProviderUnreachable)
    assert_speaks_plainly(adapter, error)


def test_the_stream_of_another_provider_is_recognised(adapter: Asked) -> None:
    foreign: Wire = Anthropic() if not isinstance(adapter.wire, Anthropic) else OpenAIChat()
    adapter.upstream.play(foreign.answer("Hello"))
    error = failure(adapter)
    assert isinstance(error, ProviderError)
    assert_speaks_plainly(adapter, error)


def test_a_refused_connection_is_unreachable(adapter: Asked) -> None:
    error = failure(adapter, provider=adapter.provider(base_url="http://127.0.0.1:9"))
    assert type(error) is ProviderUnreachable
    assert_speaks_plainly(adapter, error)


def test_silence_before_the_first_byte_times_out(adapter: Asked) -> None:
    adapter.upstream.play(SILENT)
    error = failure(adapter.impatient())
    assert type(error) is ProviderTimeout
    assert_speaks_plainly(adapter, error)


@pytest.mark.requirement("P08")
@pytest.mark.parametrize("ending", [HANG, CUT, None], ids=["silence", "cut", "clean close"])
def test_an_answer_that_stops_in_the_middle_is_interrupted(adapter: Asked, ending: object) -> None:
    wire = adapter.wire
    steps = (*wire.begin(), *wire.text("Half", " an answer")[:3])
    endings = () if ending is None else (ending,)
    adapter.upstream.play(Script((*steps, *endings), content_type=wire.content_type))
    events: list[StreamEvent] = []
    error = failure(adapter.impatient(), events)
    assert type(error) is StreamInterrupted
    assert error.is_retryable
    assert text_of(events) == "Half an answer"
    assert not any(isinstance(event, Usage) for event in events)
    assert_speaks_plainly(adapter, error)


def test_a_broken_off_frame_is_an_interruption(adapter: Asked) -> None:
    wire = adapter.wire
    good, broken = wire.text("Half", " an")[-2:], wire.text("swer")[-1]
    steps = (*wire.begin(), *good, broken[: len(broken) // 2])
    adapter.upstream.play(Script(steps, content_type=wire.content_type))
    assert_speaks_plainly(adapter, failure(adapter))


def test_a_malformed_frame_is_an_error(adapter: Asked) -> None:
    wire = adapter.wire
    garbage = b"{broken\n" if "ndjson" in wire.content_type else b"data: {broken\n\n"
    adapter.upstream.play(wire.stream(garbage, *wire.end()))
    assert_speaks_plainly(adapter, failure(adapter))


@pytest.mark.requirement("P05", "P06")
def test_an_error_event_after_text_keeps_the_text(adapter: Asked) -> None:
    wire = adapter.wire
    adapter.upstream.play(
        wire.stream(*wire.text("Half", " an answer"), wire.error_event("overloaded_error", "Busy"))
    )
    events: list[StreamEvent] = []
    error = failure(adapter, events)
    assert error.is_retryable
    assert [event for event in events if isinstance(event, TextDelta)] == [
        TextDelta("Half"),
        TextDelta(" an answer"),
    ]
    assert not any(isinstance(event, Usage) for event in events)
    assert_speaks_plainly(adapter, error)


@pytest.mark.requirement("P05")
def test_an_error_event_before_text_has_its_own_class(adapter: Asked) -> None:
    adapter.upstream.play(
        adapter.wire.stream(adapter.wire.error_event("context_length_exceeded", "context too long"))
    )
    error = failure(adapter)
    assert type(error) is ContextTooLong
    assert_speaks_plainly(adapter, error)


@pytest.mark.requirement("P07")
def test_nothing_is_asked_again_after_the_first_word(adapter: Asked) -> None:
    wire = adapter.wire
    steps = (*wire.begin(), *wire.text("Once", " only"), CUT)
    adapter.upstream.play(Script(steps, content_type=wire.content_type), wire.answer("Twice"))
    failure(adapter)
    assert len(adapter.upstream.requests) == 1
