import pytest
from flask import Flask
from flask.testing import FlaskClient

from chatapp.access.invitations import invite
from chatapp.access.members import first_admin_token
from chatapp.domain.identity import MemberRole
from chatapp.infra.handle import Infra
from chatapp.web.auth import SESSION_COOKIE
from chatapp.web.i18n import COOKIE
from tests.functional.callers import PASSWORD, Caller


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    return app.test_client()


def joining(token: str, **changed: str) -> dict[str, str]:
    fields = {"name": "Olga", "email": "olga@example.org", "password": PASSWORD}
    return {"token": token, **fields, **changed}


def test_the_first_link_makes_the_owner_and_signs_them_in(
    stranger: FlaskClient, infra: Infra
) -> None:
    token = first_admin_token(infra) or ""
    page = stranger.get(f"/setup?token={token}").get_data(as_text=True)
    assert f'value="{token}"' in page
    response = stranger.post("/setup", data=joining(token))
    assert response.location == "/"
    assert stranger.get_cookie(SESSION_COOKIE) is not None
    assert stranger.get("/repos").status_code == 200
    spent = stranger.get("/setup?token=x").location
    assert spent == "/login?spent=1"
    later = stranger.application.test_client()
    assert "set-up link was used already" in later.get(spent).get_data(as_text=True)
    assert "set-up link" not in later.get("/login").get_data(as_text=True)


def test_a_bad_password_shows_why_and_keeps_the_rest(stranger: FlaskClient, infra: Infra) -> None:
    token = first_admin_token(infra) or ""
    response = stranger.post("/setup", data=joining(token, password="short"))
    page = response.get_data(as_text=True)
    assert response.status_code == 422
    assert 'role="alert"' in page
    assert 'value="olga@example.org"' in page
    assert "short" not in page
    assert f'value="{token}"' in page


def test_an_incomplete_link_says_so(stranger: FlaskClient) -> None:
    assert "must end with ?token=" in stranger.get("/setup").get_data(as_text=True)


def test_an_invitation_lets_a_member_join(
    stranger: FlaskClient, infra: Infra, owner: Caller
) -> None:
    token = invite(owner.principal, infra, "", MemberRole.MEMBER).token or ""
    assert "You were invited" in stranger.get(f"/join?token={token}").get_data(as_text=True)
    response = stranger.post("/join", data=joining(token, email="new@example.org"))
    assert response.location == "/"
    assert stranger.get("/settings/members").status_code == 403


def test_signing_in_goes_on_to_where_one_wanted_to_be(stranger: FlaskClient, owner: Caller) -> None:
    assert stranger.get("/settings/keys").location == "/login?next=/settings/keys"
    form = {"email": "olga@example.org", "password": PASSWORD, "next": "/settings/keys"}
    assert stranger.post("/login", data=form).location == "/settings/keys"
    assert stranger.get("/login").location == "/"


@pytest.mark.parametrize("wanted", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_signing_in_never_leads_to_another_site(
    stranger: FlaskClient, owner: Caller, wanted: str
) -> None:
    form = {"email": "olga@example.org", "password": PASSWORD, "next": wanted}
    assert stranger.post("/login", data=form).location == "/"


def test_a_wrong_password_keeps_the_address(stranger: FlaskClient, owner: Caller) -> None:
    response = stranger.post("/login", data={"email": "olga@example.org", "password": "wrong"})
    assert response.status_code == 401
    assert 'value="olga@example.org"' in response.get_data(as_text=True)


def test_signing_out_ends_the_session(owner: Caller) -> None:
    assert owner.post("/logout").location == "/login"
    assert owner.get("/repos").location == "/login?next=/repos"


def test_the_language_is_kept(stranger: FlaskClient, owner: Caller) -> None:
    stranger.post("/language", data={"language": "zh", "next": "/login"})
    assert "登录" in stranger.get("/login").get_data(as_text=True)
    stranger.post("/language", data={"language": "tlh", "next": "/login"})
    cookie = stranger.get_cookie(COOKIE)
    assert cookie is not None
    assert cookie.value == "zh"
