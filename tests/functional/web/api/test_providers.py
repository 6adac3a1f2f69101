"""Providers by REST."""

from tests.functional.callers import Caller

KEY = "sk-canary-0123456789abcdef"


def test_a_key_goes_in_and_is_never_shown_again(owner: Caller, alice: Caller) -> None:
    stored = owner.post("/api/providers/openai/key", {"key": KEY})
    assert stored.status_code == 200
    listed = alice.get("/api/providers").get_data(as_text=True)
    assert KEY not in stored.get_data(as_text=True) + listed
    (openai,) = [one for one in stored.json["providers"] if one["provider_id"] == "openai"]
    assert (openai["is_ready"], openai["key_source"]) == (True, "stored")
    removed = owner.delete("/api/providers/openai/key").json["providers"]
    assert [one["is_ready"] for one in removed if one["provider_id"] == "openai"] == [False]


def test_a_choice_is_made_and_undone(owner: Caller, repository_id: str) -> None:
    body = {"provider": "extractive", "repository_id": repository_id}
    chosen = owner.patch("/api/providers/active", body).json["active"]
    assert (chosen["provider_id"], chosen["source"]) == ("extractive", "repository_choice")
    undone = owner.patch("/api/providers/active", {**body, "provider": None}).json["active"]
    assert undone["source"] != "repository_choice"


def test_what_is_no_provider_or_key_is_refused(owner: Caller) -> None:
    assert owner.post("/api/providers/nobody/key", {"key": KEY}).status_code == 400
    assert owner.post("/api/providers/openai/key", {"key": "two words"}).status_code == 400
    assert owner.patch("/api/providers/active", {"provider": "nobody"}).status_code == 400
    assert owner.get(f"/api/providers?repository_id={'0' * 32}").status_code == 404
