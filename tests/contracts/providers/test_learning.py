"""What is asked again and how, on the bytes that are sent."""

from dataclasses import replace
from typing import Any

import pytest

from chatapp.domain.stream import Notice, Stop, StopReason
from chatapp.providers.policy import attempts
from chatapp.providers.policy.attempts import NO_TOOLS_NOTICE
from tests.contracts.providers.conftest import Asked, text_of
from tests.contracts.providers.upstream import CUT, Script
from tests.contracts.providers.wires import (
    Anthropic,
    CompatibleServer,
    DeepSeek,
    Ollama,
    OpenAIChat,
)


def thoughtful(wire: Any, **data: Any) -> list[dict[str, Any]]:
    state = {"provider": wire.provider_id, "model": wire.model, "data": data}
    function = {"name": "read_file", "arguments": "{}"}
    return [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": None, "provider_state": state, "reasoning": "hm",
         "tool_calls": [{"id": "a", "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": "a", "content": "r"},
    ]  # fmt: skip


@pytest.mark.requirement("P16")
def test_refused_reasoning_is_left_out_of_the_one_retry(over: Any) -> None:
    asked: Asked = over(DeepSeek())
    refusal = asked.wire.error(400, "invalid_request_error", "reasoning_content not allowed")
    asked.upstream.play(refusal, asked.wire.answer("ok"))
    data = {"reasoning_content": "hm", "reasoning_details": [{"text": "hm"}]}
    assert text_of(asked.events(thoughtful(asked.wire, **data))) == "ok"
    first, second = asked.upstream.requests
    assert "reasoning" in str(first.body)
    assert "reasoning" not in str(second.body)


@pytest.mark.requirement("P16")
def test_refused_thinking_is_left_out_and_refused_again_is_an_error(over: Any) -> None:
    asked: Asked = over(Anthropic())
    refusal = asked.wire.error(400, "invalid_request_error", "Invalid signature in thinking block")
    asked.upstream.play(refusal, refusal, asked.wire.answer("ok"))
    thought = {"type": "thinking", "thinking": "hm", "signature": "S"}
    blocks = [thought, {"type": "tool_use", "id": "a"}]
    with pytest.raises(Exception, match="refused the request"):
        asked.events(thoughtful(asked.wire, blocks=blocks))
    first, second = asked.upstream.requests
    assert "thinking" in str(first.body)
    assert "thinking" not in str(second.body)


def test_a_refused_temperature_is_left_out_and_not_sent_again(over: Any) -> None:
    asked: Asked = over(OpenAIChat())
    refusal = asked.wire.error(400, "invalid_request_error", "'temperature' is not supported")
    asked.upstream.play(refusal, asked.wire.answer("ok"))
    asked.events()
    asked.events()
    sent = ["temperature" in request.body for request in asked.upstream.requests]
    assert sent == [True, False, False]


def test_the_name_of_the_limit_is_learnt(over: Any) -> None:
    asked: Asked = over(CompatibleServer())
    words = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    asked.upstream.play(
        asked.wire.error(400, "invalid_request_error", words), asked.wire.answer("ok")
    )
    asked.events(max_tokens=77)
    assert asked.upstream.last.body["max_completion_tokens"] == 77
    assert "max_tokens" not in asked.upstream.last.body


def test_a_model_of_the_responses_api_is_found_out(over: Any) -> None:
    asked: Asked = over(OpenAIChat())
    words = "This model is only supported in v1/responses and not in v1/chat/completions."
    refusal = asked.wire.error(404, "invalid_request_error", words)
    asked.upstream.play(refusal, asked.wire.error(401, "invalid_api_key", "stop here"))
    with pytest.raises(Exception, match="refused the API key"):
        asked.events()
    assert [request.path for request in asked.upstream.requests] == [
        "/v1/chat/completions",
        "/v1/responses",
    ]


def test_a_model_without_tools_answers_and_says_what_is_missing(over: Any) -> None:
    asked: Asked = over(Ollama())
    refusal = asked.wire.error(400, "", "registry/gemma:2b does not support tools")
    asked.upstream.play(refusal, asked.wire.answer("ok"))
    events = asked.events()
    assert events[0] == NO_TOOLS_NOTICE
    assert "tools" not in asked.upstream.last.body


@pytest.mark.requirement("R06")
def test_a_busy_provider_is_asked_again_after_its_wait(
    adapter: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(attempts.gevent, "sleep", waits.append)
    settings = replace(adapter.infra.settings, provider_retry_s=30)
    patient = replace(adapter, infra=replace(adapter.infra, settings=settings))
    busy = patient.wire.error(429, "rate_limit_error", "Slow", ("Retry-After", "20"))
    patient.upstream.play(busy, patient.wire.answer("ok"))
    events = patient.events()
    assert isinstance(events[0], Notice)
    assert events[-1] == Stop(StopReason.END_TURN)
    assert [wait for wait in waits if wait] == [20]


@pytest.mark.requirement("P08")
def test_the_next_question_works_after_a_broken_answer(adapter: Asked) -> None:
    wire = adapter.wire
    broken = Script((*wire.begin(), *wire.text("Half"), CUT), content_type=wire.content_type)
    adapter.upstream.play(broken, wire.answer("Whole"))
    with pytest.raises(Exception, match=r"broke|complete"):
        adapter.events()
    assert text_of(adapter.events()) == "Whole"
