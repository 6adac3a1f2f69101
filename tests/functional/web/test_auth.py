"""Credentials, the CSRF token and the session cookie, through the app."""

import pytest
from flask import Flask

from chatapp.access.members import first_admin_token
from chatapp.access.sessions import csrf_token
from chatapp.infra.handle import Infra
from chatapp.web.auth import CSRF_FIELD, CSRF_HEADER, SESSION_COOKIE
from tests.functional.callers import PASSWORD, Caller

LOGIN = {"email": "olga@example.org", "password": PASSWORD}


def test_a_cookie_alone_changes_nothing(app: Flask, owner: Caller, alice: Caller) -> None:
    """What a foreign site can make a browser send is a cookie; the token it cannot know."""
    for token in ({}, {CSRF_HEADER: ""}, {CSRF_HEADER: "wrong"}, {CSRF_HEADER: "é"}):
        forged = Caller(app, owner.principal, token)
        forged.client = owner.client
        refused = forged.post("/api/invitations", {})
        assert (refused.status_code, refused.json["code"]) == (403, "csrf_failed")
    other = Caller(app, owner.principal, dict(alice._headers))
    other.client = owner.client
    assert other.post("/api/invitations", {}).status_code == 403
    assert owner.post("/api/invitations", {}).status_code == 201


def test_a_form_may_carry_the_token_in_a_field(app: Flask, infra: Infra, owner: Caller) -> None:
    cookie = owner.client.get_cookie(SESSION_COOKIE)
    assert cookie
    form = {CSRF_FIELD: csrf_token(infra, cookie.value)}
    assert owner.client.post("/logout", data=form).status_code == 302
    assert owner.get("/api/me").status_code == 401


def test_a_key_needs_no_token(service: Caller) -> None:
    assert service.post("/api/turns/" + "0" * 32 + "/stop").status_code == 404


@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 302),
        ({"Origin": "http://localhost"}, 302),
        ({"Sec-Fetch-Site": "same-origin"}, 302),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_another_site_cannot_sign_a_person_in(
    app: Flask, headers: dict[str, str], status: int
) -> None:
    response = app.test_client().post("/login", data=LOGIN, headers=headers)
    assert response.status_code == status


@pytest.mark.usefixtures("owner")
def test_the_session_cookie_is_closed_to_scripts_and_other_sites(app: Flask) -> None:
    plain = app.test_client().post("/login", data=LOGIN).headers["Set-Cookie"]
    secure = app.test_client().post("/login", data=LOGIN, base_url="https://localhost")
    assert "HttpOnly" in plain
    assert "SameSite=Lax" in plain
    assert "Secure" not in plain
    assert "Secure" in secure.headers["Set-Cookie"]


@pytest.mark.usefixtures("owner")
def test_signing_in_never_takes_over_a_planted_session(app: Flask, infra: Infra) -> None:
    client = app.test_client()
    client.set_cookie(SESSION_COOKIE, "planted")
    assert client.post("/login", data=LOGIN).status_code == 403
    form = {**LOGIN, CSRF_FIELD: csrf_token(infra, "planted")}
    assert client.post("/login", data=form).status_code == 302
    cookie = client.get_cookie(SESSION_COOKIE)
    assert cookie
    assert cookie.value != "planted"


@pytest.mark.usefixtures("owner")
def test_a_browser_without_a_session_is_sent_to_sign_in(app: Flask) -> None:
    page = app.test_client().get("/repos/x")
    assert page.status_code == 302
    assert page.headers["Location"].startswith("/login?next=")


def test_before_anybody_has_joined_the_api_is_closed(app: Flask, infra: Infra) -> None:
    assert first_admin_token(infra)
    assert app.test_client().get("/api/repos").status_code == 401
