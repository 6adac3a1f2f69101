import pytest

from chatapp.web.templating import THEME_COOKIE
from tests.functional.callers import PASSWORD, Caller

ADMIN_PAGES = ["/settings/keys", "/settings/members", "/settings/audit"]


@pytest.mark.parametrize("path", ["/settings", "/settings/providers"])
def test_everybody_has_settings_of_their_own(alice: Caller, path: str) -> None:
    page = alice.get(path)
    assert page.status_code == 200
    assert "API keys" not in page.get_data(as_text=True)


@pytest.mark.parametrize("path", ADMIN_PAGES)
def test_admin_pages_are_for_admins(owner: Caller, alice: Caller, path: str) -> None:
    assert owner.get(path).status_code == 200
    assert alice.get(path).status_code == 403


def test_the_password_is_changed_and_the_session_goes_on(owner: Caller) -> None:
    form = {"old": PASSWORD, "new": "another long password"}
    assert owner.post("/settings/password", data=form).location == "/settings"
    wrong = owner.post("/settings/password", data=form, headers={"X-CSRF-Token": csrf_of(owner)})
    assert wrong.status_code == 401
    assert "The present password is not right." in wrong.get_data(as_text=True)


def csrf_of(caller: Caller) -> str:
    page = caller.get("/settings").get_data(as_text=True)
    return page.partition('name="csrf_token" value="')[2].partition('"')[0]


def test_the_theme_is_kept(owner: Caller) -> None:
    owner.post("/settings/theme", data={"theme": "dark"})
    assert 'data-theme="dark"' in owner.get("/settings").get_data(as_text=True)
    owner.post("/settings/theme", data={"theme": ""})
    assert owner.client.get_cookie(THEME_COOKIE) is None


@pytest.mark.requirement("U04")
def test_a_stored_provider_key_is_never_shown_again(owner: Caller) -> None:
    secret = "sk-ant-very-secret-0123456789abcdef"
    owner.post("/settings/providers/anthropic/key", data={"api_key": secret})
    page = owner.get("/settings/providers").get_data(as_text=True)
    assert "stored on this server" in page
    assert secret not in page
    owner.post("/settings/providers/anthropic/key/remove")
    assert "stored on this server" not in owner.get("/settings/providers").get_data(as_text=True)


def test_the_key_in_use_can_be_tried(owner: Caller, alice: Caller) -> None:
    owner.post("/settings/providers/openai/key", data={"api_key": "sk-0123456789abcdef"})
    page = owner.get("/settings/providers").get_data(as_text=True)
    assert "/settings/providers/openai/test" in page
    assert "/settings/providers/anthropic/test" not in page
    assert alice.post("/settings/providers/openai/test").status_code == 403
    assert owner.post("/settings/providers/extractive/test").status_code == 302
    told = owner.get("/settings/providers").get_data(as_text=True)
    assert "accepts the key" in told


def test_the_default_model_can_be_chosen(owner: Caller, alice: Caller) -> None:
    chosen = {"model": "extractive|extractive"}
    assert owner.post("/settings/providers/default", data=chosen).status_code == 302
    assert "Saved." in owner.get("/settings/providers").get_data(as_text=True)
    assert alice.post("/settings/providers/default", data=chosen).status_code == 403


def test_changes_are_in_the_audit_log(owner: Caller) -> None:
    owner.post("/settings/keys", data={"name": "bot", "scope": "repo:chat"})
    page = owner.get("/settings/audit").get_data(as_text=True)
    assert "key.create" in page
    assert "Olga" in page
