"""Repositories as models, for clients that speak OpenAI's wire."""

from collections.abc import Generator
from typing import Any

import orjson
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from chatapp.access import quotas
from chatapp.domain.errors import ProviderBusy
from chatapp.domain.events import Step, ToolFinished, ToolStarted, TurnEvent
from chatapp.domain.messages import Message, Role, TextPart
from chatapp.domain.stream import ReasoningDelta, TextDelta
from chatapp.infra.handle import Infra
from tests.functional.callers import Caller, new_service
from tests.functional.conftest import Play
from tests.unit.conversation.fakes import ScriptedAgent

PATH = "/v1/chat/completions"
BUSY = [
    ReasoningDelta("Hm. "),
    ToolStarted("c1", "search_codebase", {"query": "buzz"}),
    ToolFinished("c1", "search_codebase", "1 place", "<evidence>"),
    TextDelta("Bees buzz "),
    TextDelta("(`bees.py:1-2`)."),
]


class CutOff(ScriptedAgent):
    """A model that reaches its limit in the middle of the answer."""

    def _events(self) -> Generator[TurnEvent, None, None]:
        yield TextDelta("So far")
        yield Step("finished", "max_tokens")


def say(role: str, content: Any) -> dict[str, Any]:
    return {"role": role, "content": content}


def ask(caller: Caller, *messages: Any, headers: Any = None, **fields: Any) -> TestResponse:
    given = list(messages) or [say("user", "What do bees do?")]
    body = {"model": "garden", "messages": given, **fields}
    return caller.post(PATH, body, headers=headers or {})


def chunks(response: TestResponse) -> list[Any]:
    """The data of a stream; the last must be the end mark."""
    assert (response.status_code, response.mimetype) == (200, "text/event-stream")
    lines = response.get_data().split(b"\n\n")
    assert (lines[0], lines[-2:]) == (b": open", [b"data: [DONE]", b""])
    return [orjson.loads(line.removeprefix(b"data: ")) for line in lines[1:-2]]


def joined(told: list[Any], name: str) -> str:
    return "".join(c["choices"][0]["delta"].get(name, "") for c in told if c["choices"])


def error(response: TestResponse) -> tuple[int, str]:
    assert response.mimetype == "application/json"
    found = response.json["error"]
    assert set(found) == {"message", "type", "param", "code"}
    return response.status_code, found["code"]


pytestmark = pytest.mark.usefixtures("repository_id")


def test_the_repositories_are_listed_as_models(service: Caller, repository_id: str) -> None:
    listed = service.get("/v1/models").json
    assert (listed["object"], [one["id"] for one in listed["data"]]) == ("list", ["garden"])
    for name in ("garden", f"repo:{repository_id}"):
        assert service.get(f"/v1/models/{name}").json["id"] == "garden"


def test_a_whole_answer_has_the_text_and_what_was_looked_up(service: Caller, play: Play) -> None:
    play(ScriptedAgent(*BUSY))
    response = ask(service)
    whole = response.json
    assert whole["object"] == "chat.completion"
    assert whole["id"] == f"chatcmpl-{response.headers['X-Turn-ID']}"
    assert whole["choices"] == [
        {
            "index": 0,
            "message": {
                "role": "assistant",
                "content": "Bees buzz (`bees.py:1-2`).",
                "reasoning_content": 'Hm. search_codebase {"query":"buzz"}\n'
                "search_codebase: 1 place\n",
            },
            "finish_reason": "stop",
            "logprobs": None,
        }
    ]
    used = whole["usage"]
    assert used["total_tokens"] == used["prompt_tokens"] + used["completion_tokens"] > 2


def test_a_streamed_answer_tells_the_same_in_chunks(service: Caller, play: Play) -> None:
    play(ScriptedAgent(*BUSY))
    whole = ask(service).json["choices"][0]["message"]
    told = chunks(ask(service, stream=True))
    assert told[0]["choices"][0]["delta"] == {"role": "assistant", "content": ""}
    assert joined(told, "content") == whole["content"]
    assert joined(told, "reasoning_content") == whole["reasoning_content"]
    reasons = [chunk["choices"][0]["finish_reason"] for chunk in told]
    assert reasons == [None] * (len(told) - 1) + ["stop"]
    assert {chunk["id"] for chunk in told} == {told[0]["id"]}
    assert all("usage" not in chunk for chunk in told)


def test_usage_comes_last_and_only_when_wanted(service: Caller) -> None:
    told = chunks(ask(service, stream=True, stream_options={"include_usage": True}))
    assert told[-1]["choices"] == []
    assert told[-1]["usage"]["completion_tokens"] > 0
    assert all(chunk["usage"] is None for chunk in told[:-1])


def test_an_answer_that_was_cut_off_says_length(service: Caller, play: Play) -> None:
    play(CutOff())
    keyed = {"Idempotency-Key": "cut"}
    for _ in range(2):  # the second is told from the store
        assert ask(service, headers=keyed).json["choices"][0]["finish_reason"] == "length"


def test_the_stored_conversation_is_continued(service: Caller, agent: ScriptedAgent) -> None:
    first = ask(service).headers["X-Conversation-ID"]
    ours = [say("user", "Not what was said"), say("assistant", "Nor this"), say("user", "And?")]
    by_header = ask(service, *ours, headers={"X-Conversation-ID": first})
    by_body = ask(service, *ours, metadata={"conversation_id": first})
    assert by_header.headers["X-Conversation-ID"] == by_body.headers["X-Conversation-ID"] == first
    kept = service.get(f"/api/conversations/{first}").json
    assert [one["text"] for one in kept["messages"][:3]] == [
        "What do bees do?",
        "Hello there",
        "And?",
    ]
    assert len(agent.histories[-1]) == 4


def test_what_the_client_says_was_said_before_begins_the_conversation(
    service: Caller, agent: ScriptedAgent
) -> None:
    told = [
        say("system", "Be brief."),
        say("assistant", "How can I help?"),
        say("user", "What do bees do?"),
        say("assistant", [{"type": "text", "text": "They buzz."}]),
        say("user", "Why?"),
    ]
    conversation_id = ask(service, *told).headers["X-Conversation-ID"]
    assert agent.histories == [
        (
            Message(Role.USER, (TextPart("What do bees do?"),)),
            Message(Role.ASSISTANT, (TextPart("They buzz."),)),
        )
    ]
    kept = service.get(f"/api/conversations/{conversation_id}").json
    assert [(one["role"], one["text"]) for one in kept["messages"]] == [
        ("user", "What do bees do?"),
        ("assistant", "They buzz."),
        ("user", "Why?"),
        ("assistant", "Hello there"),
    ]
    assert [one["seq"] for one in kept["messages"]] == [1, 2, 3, 4]
    assert kept["messages"][1]["provider"] is None


@pytest.mark.requirement("I01")
def test_the_same_idempotency_key_answers_once(service: Caller, agent: ScriptedAgent) -> None:
    keyed = {"Idempotency-Key": "k-1"}
    told = [say("user", "A?"), say("assistant", "B."), say("user", "C?")]
    first, again = (ask(service, *told, headers=keyed) for _ in range(2))
    assert first.json["choices"] == again.json["choices"]
    assert first.json["id"] == again.json["id"]
    streamed = chunks(ask(service, *told, headers=keyed, stream=True))
    assert joined(streamed, "content") == "Hello there"
    assert agent.runs == 1
    other = [say("user", "A?"), say("assistant", "Not B."), say("user", "C?")]
    assert error(ask(service, *other, headers=keyed)) == (409, "request_id_reused")


def test_an_unknown_model_is_refused_as_openai_does(
    app: Flask, infra: Infra, owner: Caller, service: Caller, repository_id: str
) -> None:
    unknown = service.post(PATH, {"model": "gpt-4o", "messages": [say("user", "Hi")]})
    assert error(unknown) == (404, "model_not_found")
    assert unknown.json["error"]["param"] == "model"
    grant = {"grantee_id": service.principal.actor_id, "kind": "api_key"}
    assert owner.post(f"/api/repos/{repository_id}/grants", grant).status_code == 204
    stranger = new_service(app, infra, owner.principal)
    assert ask(service).status_code == 200
    assert error(ask(stranger)) == (404, "model_not_found")
    assert stranger.get("/v1/models").json["data"] == []


def test_somebody_elses_conversation_is_not_found(
    app: Flask, infra: Infra, owner: Caller, service: Caller
) -> None:
    theirs = ask(new_service(app, infra, owner.principal)).headers["X-Conversation-ID"]
    for one in (theirs, "e" * 32, "no id"):
        refused = ask(service, headers={"X-Conversation-ID": one})
        assert error(refused) == (404, "not_found")


def test_a_bad_key_and_a_missing_scope_are_told_apart(
    app: Flask, infra: Infra, owner: Caller
) -> None:
    nobody = Caller(app, owner.principal, {"Authorization": "Bearer wa_wrong"})
    assert error(ask(nobody)) == (401, "not_authenticated")
    other = new_service(app, infra, owner.principal, "dialogue:sse")
    assert error(ask(other)) == (403, "missing_scope")
    assert error(other.get("/v1/nothing")) == (404, "not_found")


def test_a_used_up_limit_says_when_to_come_back(app: Flask, infra: Infra, owner: Caller) -> None:
    busy = new_service(app, infra, owner.principal, "repo:chat", requests_per_minute=1)
    assert ask(busy).status_code == 200
    refused = ask(busy, stream=True)
    assert error(refused) == (429, "limit_exceeded")
    assert refused.json["error"]["type"] == "rate_limit_error"
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert "x-should-retry" not in refused.headers


def test_a_failed_turn_is_an_error_of_its_status(service: Caller, play: Play) -> None:
    play(ScriptedAgent(TextDelta("So far"), ProviderBusy("The model is busy. Try again.")))
    refused = ask(service)
    assert error(refused) == (502, "provider_busy")
    assert "x-should-retry" not in refused.headers


def test_a_turn_that_fails_within_a_stream_ends_it_with_an_error(
    service: Caller, play: Play
) -> None:
    play(ScriptedAgent(TextDelta("So far"), RuntimeError("secret")))
    lines = ask(service, stream=True).get_data().split(b"\n\n")
    last = orjson.loads(lines[-2].removeprefix(b"data: "))
    assert (last["error"]["code"], last["error"]["type"]) == ("internal_error", "server_error")
    assert b"secret" not in lines[-2]
    assert b"[DONE]" not in b"".join(lines)


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"n": 2}, "`n`"),
        ({"tool_choice": "required"}, "`tool_choice`"),
        ({"response_format": {"type": "json_object"}}, "`response_format`"),
        ({"messages": []}, "question"),
        ({"messages": [say("user", "A"), say("assistant", "B")]}, "question"),
        ({"messages": [say("tool", "42"), say("user", "A")]}, "'tool'"),
        ({"messages": [say("user", [{"type": "image_url"}])]}, "'image_url'"),
        ({"messages": [say("system", "x" * 16_001), say("user", "A")]}, "16000"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(
    service: Caller, fields: dict[str, Any], part: str
) -> None:
    refused = ask(service, **fields)
    assert error(refused) == (400, "invalid_request")
    assert part in refused.json["error"]["message"]


def test_two_conversations_at_once_are_refused(service: Caller) -> None:
    both = {"metadata": {"conversation_id": "a" * 32}, "headers": {"X-Conversation-ID": "b" * 32}}
    assert error(ask(service, **both)) == (400, "invalid_request")


def test_sampling_and_unknown_fields_have_no_effect(service: Caller) -> None:
    given = {"temperature": 0, "max_tokens": 5, "user": "eve", "tools": [], "seed": 1}
    assert ask(service, **given).json["choices"][0]["message"]["content"] == "Hello there"


def test_a_turn_counts_for_the_key_and_frees_its_slot(service: Caller, infra: Infra) -> None:
    ask(service)
    chunks(ask(service, stream=True))
    assert quotas.running(infra, str(service.principal.owner)) == 0
