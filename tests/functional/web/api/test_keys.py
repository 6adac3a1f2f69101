"""API keys by REST."""

import pytest
from flask import Flask

from tests.functional.callers import Caller

WANTED = {"name": "billing", "scopes": ["repo:chat"], "tokens_per_day": 1000}


def _caller(app: Flask, owner: Caller, secret: str) -> Caller:
    return Caller(app, owner.principal, {"Authorization": f"Bearer {secret}"})


def test_a_key_is_made_used_rotated_and_disabled(app: Flask, owner: Caller) -> None:
    made = owner.post("/api/keys", WANTED)
    assert made.status_code == 201
    key, secret = made.json["key"], made.json["key"]["secret"]
    assert key["limits"]["tokens_per_day"] == 1000
    path = f"/api/keys/{key['key_id']}"
    assert owner.get(path).json["key"]["secret"] is None
    assert owner.get("/api/keys").json["keys"][0]["secret"] is None
    assert _caller(app, owner, secret).get("/api/me").status_code == 200

    fresh = owner.post(f"{path}/rotate").json["key"]["secret"]
    assert _caller(app, owner, secret).get("/api/me").status_code == 401
    assert _caller(app, owner, fresh).get("/api/me").status_code == 200

    assert owner.patch(path, {"disabled": True}).json["key"]["is_disabled"] is True
    refused = _caller(app, owner, fresh).get("/api/me")
    assert (refused.status_code, refused.json["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    "changed",
    [
        {"scopes": ["agent:all"]},
        {"scopes": ["mcp:crm:*"]},
        {"scopes": []},
        {"name": ""},
        {"concurrency": -1},
        {"expires_at": "yesterday"},
        {"expires_at": "2020-01-01T00:00:00Z"},
        {"account_id": "another"},
    ],
)
def test_a_key_that_cannot_be_is_refused(owner: Caller, changed: dict[str, object]) -> None:
    assert owner.post("/api/keys", {**WANTED, **changed}).status_code == 422
    assert owner.get("/api/keys").json["keys"] == []


def test_usage_is_told_by_month_and_day(owner: Caller, service: Caller, repository_id: str) -> None:
    service.ask(repository_id)
    used = owner.get(f"/api/keys/{service.principal.actor_id}/usage").json
    assert used["month"]["turns"] == 1
    assert [day["totals"]["turns"] for day in used["days"]] == [1]
