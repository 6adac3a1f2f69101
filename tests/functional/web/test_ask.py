"""Whole transcripts of the three ask entries, dialect B, and what they refuse."""

import json

import pytest
from flask import Flask

from chatapp.access import public
from chatapp.domain.events import GenerateStarted, ToolCandidates, ToolFinished, ToolStarted
from chatapp.domain.stream import TextDelta, Usage
from chatapp.infra.handle import Infra
from tests.functional.callers import Caller, new_service
from tests.functional.conftest import Play
from tests.unit.conversation.fakes import ScriptedAgent
from tests.unit.web.sse.reader import Event, read

SCRIPT = (
    ToolCandidates(("rag_search",)),
    ToolStarted("c1", "rag_search", {"query": "x"}),
    ToolFinished("c1", "rag_search", "1 passage", "…"),
    Usage(5, 7),
    GenerateStarted(),
    TextDelta("An answer."),
)
NAMES = ["tool_candidates", "tool_start", "tool_done", "generate_start", "delta", "step", "done"]
GATEWAY = {
    "X-Auth-Account-UID": "tenant-1",
    "X-Auth-UID": "user-1",
    "X-Gateway-Secret": "hush",
    "Authorization": "Bearer delegated",
}


@pytest.fixture
def stranger(app: Flask, owner: Caller) -> Caller:
    return Caller(app, owner.principal, {})


@pytest.fixture
def tenant(app: Flask, owner: Caller) -> Caller:
    return Caller(app, owner.principal, GATEWAY)


@pytest.fixture(autouse=True)
def _script(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = play(ScriptedAgent(*SCRIPT))
    monkeypatch.setitem(public.ask.__kwdefaults__, "runner", agent)


@pytest.fixture
def settings() -> dict[str, str]:
    return {"CHATAPP_GATEWAY_SECRET": "hush", "CHATAPP_PUBLIC_RPM": "3"}


def _events(caller: Caller, path: str) -> list[Event]:
    response = caller.get(path)
    assert response.status_code == 200, response.get_data(as_text=True)
    return read(response.get_data())


def test_the_public_entry_streams_and_stores_nothing(stranger: Caller, owner: Caller) -> None:
    events = _events(stranger, "/api/sse/ask?query=Hi&uid=someone")
    assert [event.name for event in events] == NAMES
    assert {event.id for event in events} == {""}
    assert json.loads(events[4].data) == {"text": "An answer."}
    assert json.loads(events[2].data) == {
        "tool_id": "c1",
        "tool_name": "rag_search",
        "summary": "1 passage",
    }
    assert owner.get("/api/conversations").json["conversations"] == []


def test_the_public_entry_is_limited_by_address(stranger: Caller) -> None:
    for _ in range(3):
        _events(stranger, "/api/sse/ask?query=Hi")
    refused = stranger.get("/api/sse/ask?query=Hi")
    assert (refused.status_code, refused.json["code"]) == (429, "limit_exceeded")
    assert refused.headers["Retry-After"]


@pytest.mark.parametrize(
    ("path", "who"),
    [("/api/sse/tenant_ask", "tenant"), ("/agent/sse/ask", "service")],
)
def test_a_managed_entry_tells_the_ids_and_can_be_read_again(
    path: str, who: str, request: pytest.FixtureRequest
) -> None:
    caller: Caller = request.getfixturevalue(who)
    events = _events(caller, f"{path}?query=Hi&request_id=r1")
    assert [event.name for event in events] == ["turn_start", *NAMES]
    start, done = json.loads(events[0].data), json.loads(events[-1].data)
    assert done["message_id"] == start["assistant_message_id"]
    assert all(event.id.startswith(f"{done['message_id']}.") for event in events)
    assert [event.name for event in _events(caller, f"{path}?query=Hi&request_id=r1")][-1] == "done"
    told = caller.get(f"/api/conversations/{done['conversation_id']}").json
    assert [one["state"] for one in told["messages"]] == ["completed", "completed"]


def test_a_conversation_goes_on(service: Caller) -> None:
    first = json.loads(_events(service, "/agent/sse/ask?query=Hi")[-1].data)
    conversation_id = first["conversation_id"]
    path = f"/agent/sse/ask?query=And&conversation_id={conversation_id}"
    assert json.loads(_events(service, path)[-1].data)["conversation_id"] == conversation_id
    told = service.get(f"/api/conversations/{conversation_id}").json["messages"]
    assert len(told) == 4


def test_tenants_cannot_see_each_other(app: Flask, owner: Caller, tenant: Caller) -> None:
    done = json.loads(_events(tenant, "/api/sse/tenant_ask?query=Hi")[-1].data)
    path = f"/api/conversations/{done['conversation_id']}"
    assert tenant.get(path).status_code == 200
    for name, value in (("X-Auth-UID", "user-2"), ("X-Auth-Account-UID", "tenant-2")):
        other = Caller(app, owner.principal, {**GATEWAY, name: value})
        assert other.get(path).status_code == 404


def test_the_fields_can_be_posted_as_json(
    service: Caller, stranger: Caller, tenant: Caller
) -> None:
    long = {"query": "问" * 20_000}
    for caller, path in (
        (stranger, "/api/sse/ask"),
        (service, "/agent/sse/ask"),
        (tenant, "/api/sse/tenant_ask"),
    ):
        assert read(caller.post(path, long).get_data())[-1].name == "done"


@pytest.mark.parametrize(
    "query",
    [
        "",
        "query=",
        "query=%20",
        "query=Hi&mode=fast",
        "query=Hi&query=Ho",
        "query=Hi&account_id=x",
        "query=Hi&uid=a%20b",
        "query=Hi&language=a%0Ab",
        "query=Hi&time_zone=a%20b",
        "query=Hi&request_id=a%20b",
    ],
)
def test_a_query_that_cannot_be_used_is_400(stranger: Caller, service: Caller, query: str) -> None:
    for caller, path in ((stranger, "/api/sse/ask"), (service, "/agent/sse/ask")):
        refused = caller.get(f"{path}?{query}")
        assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")


def test_headers_from_anybody_but_the_gateway_are_refused(app: Flask, owner: Caller) -> None:
    for changed in (
        {"X-Gateway-Secret": "wrong"},
        {"X-Gateway-Secret": ""},
        {"X-Auth-UID": ""},
        {"X-Auth-Account-UID": "../other"},
    ):
        forger = Caller(app, owner.principal, {**GATEWAY, **changed})
        assert forger.get("/api/sse/tenant_ask?query=Hi").status_code == 401
        assert forger.get("/api/conversations").status_code == 401


def test_each_entry_takes_its_own_kind_of_caller(
    owner: Caller, service: Caller, tenant: Caller
) -> None:
    assert service.get("/api/sse/tenant_ask?query=Hi").status_code == 401
    assert owner.get("/agent/sse/ask?query=Hi").status_code == 401
    assert tenant.get("/agent/sse/ask?query=Hi").status_code == 401


def test_a_key_for_chats_only_cannot_use_the_agent_entry(
    app: Flask, infra: Infra, owner: Caller
) -> None:
    chats = new_service(app, infra, owner.principal, "repo:chat")
    refused = chats.get("/agent/sse/ask?query=Hi")
    assert (refused.status_code, refused.json["code"]) == (403, "missing_scope")


def test_the_same_request_id_with_another_question_is_409(service: Caller) -> None:
    _events(service, "/agent/sse/ask?query=Hi&request_id=r1")
    refused = service.get("/agent/sse/ask?query=Ho&request_id=r1")
    assert (refused.status_code, refused.json["code"]) == (409, "request_id_reused")
