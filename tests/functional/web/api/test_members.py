"""Members, invitations and the audit log by REST."""

from flask import Flask

from chatapp.access.invitations import accept_invitation
from chatapp.infra.handle import Infra
from tests.functional.callers import PASSWORD, Caller


def test_a_caller_learns_who_they_are(owner: Caller, service: Caller) -> None:
    me = owner.get("/api/me").json
    assert (me["kind"], me["name"], me["role"]) == ("member", "Olga", "owner")
    key = service.get("/api/me").json
    assert (key["kind"], key["role"]) == ("api_key", None)
    assert key["scopes"] == ["dialogue:sse", "repo:chat"]


def test_somebody_is_invited_joins_and_is_shut_out(app: Flask, infra: Infra, owner: Caller) -> None:
    made = owner.post("/api/invitations", {"email": "m@example.org"})
    assert made.status_code == 201
    assert len(owner.get("/api/invitations").json["invitations"]) == 1
    token = made.json["invitation"]["token"]
    accept_invitation(infra, token, "Mia", "m@example.org", PASSWORD)
    by_name = {one["name"]: one for one in owner.get("/api/members").json["members"]}
    mia = by_name["Mia"]
    assert mia["role"] == "member"
    path = f"/api/members/{mia['member_id']}"
    changed = owner.patch(path, {"role": "admin", "disabled": True}).json["member"]
    assert (changed["role"], changed["is_disabled"]) == ("admin", True)
    assert owner.patch(path, {}).status_code == 422
    assert owner.patch(path, {"role": "king"}).status_code == 422
    assert owner.get("/api/invitations").json["invitations"] == []


def test_an_invitation_is_revoked(owner: Caller) -> None:
    made = owner.post("/api/invitations", {}).json["invitation"]
    path = f"/api/invitations/{made['invitation_id']}"
    assert owner.delete(path).status_code == 204
    assert owner.delete(path).status_code == 404


def test_the_last_owner_cannot_lock_everybody_out(owner: Caller) -> None:
    path = f"/api/members/{owner.principal.actor_id}"
    refused = owner.patch(path, {"disabled": True})
    assert (refused.status_code, refused.json["code"]) == (409, "conflict")


def test_the_audit_log_tells_what_was_done(owner: Caller) -> None:
    owner.post("/api/invitations", {})
    (newest, *_rest) = owner.get("/api/audit-log").json["entries"]
    assert (newest["action"], newest["actor_name"]) in {
        ("member.invite", "Olga"),
        ("member.first", "Olga"),
    }
