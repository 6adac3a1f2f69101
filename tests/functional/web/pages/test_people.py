import re

from flask import Flask

from chatapp.infra.handle import Infra
from tests.functional.callers import Caller


def text(caller: Caller, path: str, **form: str | list[str]) -> str:
    return caller.post(path, data=form).get_data(as_text=True)


def test_an_api_key_is_shown_once(owner: Caller) -> None:
    page = text(owner, "/settings/keys", name="bot", scope="repo:chat", days="30")
    secret = re.search(r"<code>(wa_[^<]+)</code>", page)
    assert secret
    listed = owner.get("/settings/keys").get_data(as_text=True)
    assert "bot" in listed
    assert secret[1] not in listed


def test_a_key_without_a_scope_is_refused_in_words(owner: Caller) -> None:
    assert "Not a scope" in text(owner, "/settings/keys", name="bot")


def test_a_key_is_turned_off_and_gets_a_new_secret(owner: Caller) -> None:
    text(owner, "/settings/keys", name="bot", scope="repo:chat")
    listed = owner.get("/settings/keys").get_data(as_text=True)
    key_id = re.search(r"/settings/keys/(\w+)/rotate", listed)
    assert key_id
    assert "wa_" in text(owner, f"/settings/keys/{key_id[1]}/rotate")
    text(owner, f"/settings/keys/{key_id[1]}/disabled", disabled="1")
    assert "Turn on" in owner.get("/settings/keys").get_data(as_text=True)


def test_an_invitation_is_a_link_that_works(app: Flask, infra: Infra, owner: Caller) -> None:
    page = text(owner, "/settings/members/invite", email="new@example.org", role="member")
    link = re.search(r"<code>http://localhost(/join\?token=[^<]+)</code>", page)
    assert link
    assert "You were invited" in app.test_client().get(link[1]).get_data(as_text=True)
    assert "new@example.org" in owner.get("/settings/members").get_data(as_text=True)
    revoke = re.search(r"/settings/invitations/(\w+)/revoke", page)
    assert revoke
    owner.post(f"/settings/invitations/{revoke[1]}/revoke")
    assert "new@example.org" not in owner.get("/settings/members").get_data(as_text=True)


def test_roles_and_access_can_be_changed(owner: Caller, alice: Caller) -> None:
    member = alice.principal.actor_id
    owner.post(f"/settings/members/{member}/role", data={"role": "admin"})
    assert alice.get("/repos").status_code == 302, "signed out, so that the role holds at once"
    owner.post(f"/settings/members/{member}/disabled", data={"disabled": "1"})
    assert "Let in again" in owner.get("/settings/members").get_data(as_text=True)


def test_the_last_owner_stays(owner: Caller) -> None:
    me = owner.principal.actor_id
    page = text(owner, f"/settings/members/{me}/role", role="member")
    assert "This is the last owner." in page
    assert "Choose a role" in text(owner, f"/settings/members/{me}/role", role="king")
