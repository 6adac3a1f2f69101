"""Whole transcripts of the repository chat, dialect A."""

import pytest
from flask import Flask

from chatapp.access import quotas
from chatapp.domain.errors import ProviderBusy
from chatapp.domain.events import Artifact, ToolFinished, ToolStarted
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import StateKept, TextDelta, Usage
from chatapp.infra.handle import Infra
from tests.functional.callers import Caller, frames, new_service, types
from tests.functional.conftest import Play
from tests.unit.conversation.fakes import ScriptedAgent


def test_an_answer_is_one_whole_transcript(alice: Caller, repository_id: str, play: Play) -> None:
    play(
        ScriptedAgent(
            ToolStarted("c1", "search_codebase", {"query": "bees"}),
            ToolFinished("c1", "search_codebase", "1 hit", "…", Artifact("a1", "hits", [1])),
            ToolStarted("c2", "get_context", {}),
            ToolFinished("c2", "get_context", "", "no", error_code="invalid_arguments"),
            TextDelta("Bees "),
            TextDelta("buzz."),
        )
    )
    response = alice.post(f"/api/repos/{repository_id}/chat/messages", {"message": "Bees?"})
    answer = frames(response)

    start, done = answer[0], answer[-1]
    assert types(answer)[0] == "turn_start"
    assert set(start) == {
        "type",
        "conversation_id",
        "request_id",
        "user_message_id",
        "assistant_message_id",
    }
    assert answer[1:-1] == [
        {
            "type": "tool_start",
            "tool_id": "c1",
            "tool_name": "search_codebase",
            "input": {"query": "bees"},
        },
        {
            "type": "tool_result",
            "tool_id": "c1",
            "tool_name": "search_codebase",
            "summary": "1 hit",
            "artifact": {"id": "a1", "type": "hits", "data": [1]},
        },
        {"type": "tool_start", "tool_id": "c2", "tool_name": "get_context", "input": {}},
        {
            "type": "tool_result",
            "tool_id": "c2",
            "tool_name": "get_context",
            "summary": "",
            "artifact": None,
            "error_code": "invalid_arguments",
        },
        {"type": "text_delta", "text": "Bees buzz."},
    ]
    assert done == {
        "type": "done",
        "conversation_id": start["conversation_id"],
        "message_id": start["assistant_message_id"],
    }


def test_the_headers_keep_every_proxy_from_holding_the_stream_back(
    alice: Caller, repository_id: str
) -> None:
    response = alice.post(f"/api/repos/{repository_id}/chat/messages", {"message": "Bees?"})
    assert response.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache, no-transform"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert response.headers["Connection"] == "keep-alive"
    assert response.get_data().startswith(b"retry: 3000\n\n")


def test_after_done_everything_reads_as_final(alice: Caller, repository_id: str) -> None:
    done = alice.ask(repository_id)[-1]
    told = alice.get(f"/api/conversations/{done['conversation_id']}").json["messages"]
    assert [(one["role"], one["state"]) for one in told] == [
        ("user", "completed"),
        ("assistant", "completed"),
    ]
    assert told[1]["id"] == done["message_id"]
    assert told[1]["text"] == "Hello there"
    assert alice.get(f"/api/turns/{done['message_id']}").json["turn"]["state"] == "completed"


def test_a_failing_provider_ends_the_stream_with_its_words(
    alice: Caller, repository_id: str, play: Play
) -> None:
    play(ScriptedAgent(TextDelta("Half"), ProviderBusy("The provider is busy. Try again later.")))
    answer = alice.ask(repository_id)
    assert answer[-1] == {
        "type": "error",
        "message": "The provider is busy. Try again later.",
        "code": "provider_busy",
        "retryable": True,
    }
    assert types(answer).count("error") == 1


@pytest.mark.requirement("S13")
def test_a_bug_ends_the_stream_with_a_stable_code_and_no_trace(
    alice: Caller, repository_id: str, play: Play
) -> None:
    play(ScriptedAgent(TextDelta("Half"), ZeroDivisionError("secret detail")))
    answer = alice.ask(repository_id)
    assert answer[-1]["type"] == "error"
    assert answer[-1]["code"] == "internal_error"
    assert "secret detail" not in str(answer)
    assert types(answer)[:-1] == ["turn_start", "text_delta"]


def test_usage_and_providers_state_never_reach_a_client(
    alice: Caller, repository_id: str, play: Play
) -> None:
    state = ProviderState("p", "m", {"signature": "canary"})
    play(ScriptedAgent(Usage(5, 7), StateKept(state), TextDelta("Hi")))
    answer = alice.ask(repository_id)
    assert types(answer) == ["turn_start", "text_delta", "done"]
    assert "canary" not in str(answer)


def test_the_same_request_id_is_answered_once(
    alice: Caller, repository_id: str, agent: ScriptedAgent
) -> None:
    first = alice.ask(repository_id, request_id="r1")
    again = alice.ask(repository_id, request_id="r1")
    by_header = frames(
        alice.post(
            f"/api/repos/{repository_id}/chat/messages",
            {"message": "What is this?"},
            headers={"Idempotency-Key": "r1"},
        )
    )
    assert agent.runs == 1
    assert first[0] == again[0] == by_header[0]
    assert first[-1] == again[-1]


def test_the_same_request_id_with_another_body_is_refused(
    alice: Caller, repository_id: str
) -> None:
    alice.ask(repository_id, request_id="r1")
    path = f"/api/repos/{repository_id}/chat/messages"
    refused = alice.post(path, {"message": "Something else?", "request_id": "r1"})
    assert (refused.status_code, refused.json["code"]) == (409, "request_id_reused")


@pytest.mark.requirement("U03")
def test_identity_in_a_body_is_refused(alice: Caller, bob: Caller, repository_id: str) -> None:
    path = f"/api/repos/{repository_id}/chat/messages"
    for field in ("user", "username", "user_id", "account_id"):
        refused = alice.post(path, {"message": "Hi", field: bob.principal.actor_id})
        assert refused.status_code == 422
        assert field in refused.json["detail"]
    assert bob.get("/api/conversations").json["conversations"] == []
    listed = alice.get(f"/api/conversations?user_id={bob.principal.actor_id}")
    assert listed.status_code == 400


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"message": "  "}, 400, "invalid_request"),
        ({}, 422, "unprocessable"),
        ({"message": 5}, 422, "unprocessable"),
        ({"message": "Hi", "request_id": "no spaces"}, 400, "invalid_request"),
        ({"message": "Hi", "conversation_id": "../x"}, 404, "not_found"),
        ({"message": "x" * 100_001}, 400, "invalid_request"),
    ],
)
def test_a_body_that_cannot_be_used_says_why(
    alice: Caller, repository_id: str, body: object, status: int, code: str
) -> None:
    response = alice.post(f"/api/repos/{repository_id}/chat/messages", body)
    assert (response.status_code, response.json["code"]) == (status, code)
    assert response.mimetype == "application/problem+json"
    assert response.json["request_id"] == response.headers["X-Request-ID"]


def test_a_body_that_is_no_json_is_told_apart(alice: Caller, repository_id: str) -> None:
    path = f"/api/repos/{repository_id}/chat/messages"
    as_form = alice.call("POST", path, data={"message": "Hi"})
    broken = alice.call("POST", path, data=b'{"message"', content_type="application/json")
    deep = alice.call("POST", path, data=b"[" * 100_000, content_type="application/json")
    assert [r.status_code for r in (as_form, broken, deep)] == [415, 400, 422]


def test_a_body_that_is_too_large_is_refused(
    alice: Caller, repository_id: str, infra: Infra
) -> None:
    path = f"/api/repos/{repository_id}/chat/messages"
    data = b" " * (infra.settings.max_body_bytes + 1)
    refused = alice.call("POST", path, data=data, content_type="application/json")
    assert (refused.status_code, refused.json["code"]) == (413, "payload_too_large")


def test_a_key_without_the_scope_is_refused(
    app: Flask, infra: Infra, owner: Caller, repository_id: str
) -> None:
    stranger = new_service(app, infra, owner.principal, "dialogue:sse")
    refused = stranger.post(f"/api/repos/{repository_id}/chat/messages", {"message": "Hi"})
    assert (refused.status_code, refused.json["code"]) == (403, "missing_scope")


def test_a_used_up_limit_is_named_with_a_time_to_come_back(
    app: Flask, infra: Infra, owner: Caller, repository_id: str
) -> None:
    busy = new_service(app, infra, owner.principal, "repo:chat", requests_per_minute=1)
    busy.ask(repository_id)
    refused = busy.post(f"/api/repos/{repository_id}/chat/messages", {"message": "Hi"})
    assert (refused.status_code, refused.json["code"]) == (429, "limit_exceeded")
    assert "1 questions per minute" in refused.json["detail"]
    assert 1 <= int(refused.headers["Retry-After"]) <= 60


def test_a_finished_turn_holds_no_slot(service: Caller, infra: Infra, repository_id: str) -> None:
    service.ask(repository_id)
    assert quotas.running(infra, str(service.principal.owner)) == 0


def test_a_refused_question_holds_no_slot(
    service: Caller, infra: Infra, repository_id: str
) -> None:
    path = f"/api/repos/{repository_id}/chat/messages"
    assert service.post(path, {"message": "Hi", "conversation_id": "0" * 32}).status_code == 404
    assert quotas.running(infra, str(service.principal.owner)) == 0
