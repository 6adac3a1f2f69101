"""Nobody reads or changes what is somebody else's, on any route of the table (case U01)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from flask import Flask

from chatapp.access import commands
from chatapp.domain.events import Artifact, ToolFinished, ToolStarted
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from chatapp.web.routes import Guard, Route
from chatapp.web.tables import TABLES
from tests.functional.callers import Caller, new_member, new_service
from tests.functional.conftest import Play
from tests.unit.conversation.fakes import ScriptedAgent

ROUTES = tuple(route for table in TABLES for route in table)
OWNERLESS = "<provider_id>"  # the name of a provider is nobody's secret
WITH_ID = tuple(route for route in ROUTES if "<" in route.rule and OWNERLESS not in route.rule)

BODIES = {
    "ask_repository": {"message": "Whose is this?"},
    "change_conversation": {"title": "Mine now"},
    "fork_conversation": {"through_message_id": "0" * 32},
    "pin_artifact": {"pinned": True},
    "grant_repository": {"grantee_id": "0" * 32, "kind": "member"},
    "change_member": {"disabled": True},
    "disable_key": {"disabled": True},
    "set_provider_key": {"key": "sk-x"},
    "import_conversation": {"format": "chatapp-conversation"},
    "complete_chat": {"model": "garden", "messages": [{"role": "user", "content": "Whose?"}]},
}
QUERIES = {"read_file_lines": "?path=bees.py"}
API = ("/api", "/agent", "/v1")


@dataclass(frozen=True)
class Belongings:
    """The ids of what Alice has, by the name of a route's parameter."""

    ids: dict[str, str]
    deleted_id: str


@pytest.fixture
def belongings(
    alice: Caller, infra: Infra, owner: Caller, repository_id: str, play: Play
) -> Belongings:
    """A closed repository, and a conversation with an artifact about it."""
    play(
        ScriptedAgent(
            ToolStarted("c1", "get_context", {}),
            ToolFinished("c1", "get_context", "", "…", Artifact("a1", "file", {})),
            TextDelta("Secret"),
        )
    )
    grant = {"grantee_id": alice.principal.actor_id, "kind": "member"}
    assert owner.post(f"/api/repos/{repository_id}/grants", grant).status_code == 204
    done = alice.ask(repository_id)[-1]
    gone = alice.ask(repository_id)[-1]["conversation_id"]
    assert alice.delete(f"/api/conversations/{gone}").status_code == 204
    ids = {
        "repo_id": repository_id,
        "conversation_id": done["conversation_id"],
        "turn_id": done["message_id"],
        "artifact_id": "a1",
    }
    return Belongings(ids, gone)


def _call(caller: Caller, route: Route, ids: dict[str, str]) -> tuple[int, object]:
    name = route.name.removesuffix("_of_repository").removesuffix("_by_post")
    path = re.sub(r"<(\w+)>", lambda match: ids.get(match[1], "f" * 32), route.rule)
    body = BODIES.get(name)
    response = caller.call(route.method, path + QUERIES.get(name, ""), json=body)
    detail = response.json if response.is_json else response.mimetype
    if isinstance(detail, dict):
        detail.pop("request_id", None)
    return response.status_code, detail


def _strangers(app: Flask, infra: Infra, owner: Caller, bob: Caller) -> Iterator[Caller]:
    yield bob
    yield new_service(app, infra, owner.principal)


@pytest.mark.requirement("U01")
@pytest.mark.parametrize(
    "route",
    [route for route in WITH_ID if route.guard in (Guard.CHAT, Guard.DIALOGUE, Guard.CALLER)],
    ids=lambda route: f"{route.method} {route.rule}",
)
def test_a_stranger_gets_the_answer_of_an_unknown_id(
    route: Route, app: Flask, infra: Infra, owner: Caller, bob: Caller, belongings: Belongings
) -> None:
    is_restore = route.name.startswith("restore")
    ids = {**belongings.ids, **({"conversation_id": belongings.deleted_id} if is_restore else {})}
    unknown = dict.fromkeys(ids, "e" * 32)
    for stranger in _strangers(app, infra, owner, bob):
        refused = _call(stranger, route, ids)
        assert refused[0] == 404
        assert refused == _call(stranger, route, unknown)


@pytest.mark.requirement("U01")
@pytest.mark.parametrize(
    "route",
    [route for route in ROUTES if route.guard in (Guard.ADMIN, Guard.MEMBER)],
    ids=lambda route: f"{route.method} {route.rule}",
)
def test_an_admins_route_is_closed_to_members_and_keys(
    route: Route, bob: Caller, service: Caller
) -> None:
    for caller in (bob, service):
        assert _call(caller, route, {})[0] == 403


@pytest.mark.parametrize(
    "route",
    [route for route in ROUTES if route.guard is not Guard.ANYONE],
    ids=lambda route: f"{route.method} {route.rule}",
)
def test_without_a_credential_every_route_is_401(route: Route, app: Flask, owner: Caller) -> None:
    assert _call(Caller(app, owner.principal, {}), route, {})[0] == 401


def test_every_route_that_is_open_to_anyone_is_known() -> None:
    """Adding one here is a decision; forgetting a guard is not possible."""
    assert {route.rule for route in ROUTES if route.guard is Guard.ANYONE} == {
        "/api/sse/ask",
        "/healthz",
        "/readyz",
        "/api/openapi.json",
    }


def test_every_rule_of_the_api_is_in_the_table(app: Flask) -> None:
    known = {route.rule for route in ROUTES}
    mounted = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith(API)}
    assert mounted == {rule for rule in known if rule.startswith(API)}


def test_an_owner_of_another_account_finds_nothing_either(
    app: Flask, infra: Infra, owner: Caller, belongings: Belongings
) -> None:
    """An admin may use every repository, but a conversation stays its owner's."""
    admin = new_member(app, infra, owner.principal, "Ada")
    path = f"/api/conversations/{belongings.ids['conversation_id']}"
    assert admin.get(path).status_code == 404
    assert owner.get(path).status_code == 404


@pytest.mark.requirement("F06")
def test_an_artifact_is_its_owners_alone(
    alice: Caller, bob: Caller, service: Caller, belongings: Belongings
) -> None:
    path = f"/api/conversations/{belongings.ids['conversation_id']}/artifacts"
    assert alice.get(f"{path}/a1").json == {"id": "a1", "type": "file", "data": {}}
    unknown = bob.get(f"{path}/nothing")
    for stranger in (bob, service):
        for name in ("a1", "../artifacts/a1", "%2e%2e/a1"):
            refused = stranger.get(f"{path}/{name}")
            assert refused.status_code == 404
            assert refused.json["detail"] == unknown.json["detail"]
    alice.delete(f"/api/conversations/{belongings.ids['conversation_id']}")
    assert alice.get(f"{path}/a1").status_code == 404


def test_a_key_with_grants_may_use_exactly_those(
    service: Caller, owner: Caller, infra: Infra, repository_id: str
) -> None:
    assert len(service.get("/api/repos").json["repositories"]) == 1
    grant = {"grantee_id": service.principal.actor_id, "kind": "api_key"}
    assert owner.post(f"/api/repos/{repository_id}/grants", grant).status_code == 204
    assert service.get(f"/api/repos/{repository_id}").status_code == 200
    commands.remove_repository(owner.principal, infra, repository_id)
    assert service.get("/api/repos").json["repositories"] == []
