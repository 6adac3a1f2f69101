"""Providers by REST."""

from types import SimpleNamespace

import pytest

from chatapp.infra.handle import Infra
from chatapp.providers import models
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import Complaint
from chatapp.providers.policy.failures import Refused
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


@pytest.fixture
def upstream(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """A server that lists two models to one key; the keys that it has seen."""
    seen: list[str | None] = []

    def names(_infra: Infra, peer: Peer) -> tuple[str, ...]:
        seen.append(peer.api_key)
        if peer.api_key != KEY:
            raise Refused(Complaint(f"Incorrect API key: {peer.api_key}", status=401))
        return ("gpt-4o", "gpt-next")

    monkeypatch.setattr(models, "import_module", lambda _path: SimpleNamespace(names=names))
    return seen


def test_a_key_is_tried_and_not_kept(owner: Caller, upstream: list[str | None]) -> None:
    tried = owner.post("/api/providers/openai/test", {"key": KEY}).json

    assert tried["is_good"] is True
    assert tried["models"] == ["gpt-4o", "gpt-next"]
    (openai,) = [
        one
        for one in owner.get("/api/providers").json["providers"]
        if one["provider_id"] == "openai"
    ]
    assert openai["is_ready"] is False


@pytest.mark.requirement("U04")
def test_a_bad_key_is_told_without_being_shown(owner: Caller, upstream: list[str | None]) -> None:
    wrong = "sk-canary-wrong-0123456789"

    tried = owner.post("/api/providers/openai/test", {"key": wrong})

    assert tried.json["is_good"] is False
    assert "refused the API key" in tried.json["detail"]
    assert wrong not in tried.get_data(as_text=True)


def test_the_key_in_use_is_tried_when_none_is_given(
    owner: Caller, upstream: list[str | None]
) -> None:
    owner.post("/api/providers/openai/key", {"key": KEY})

    assert owner.post("/api/providers/openai/test", {}).json["is_good"] is True
    assert upstream == [KEY]


def test_only_admins_try_keys(alice: Caller, upstream: list[str | None]) -> None:
    assert alice.post("/api/providers/openai/test", {"key": KEY}).status_code == 403
    assert upstream == []


def test_live_models_are_listed_and_the_table_stands_in(
    owner: Caller, alice: Caller, upstream: list[str | None]
) -> None:
    table = alice.get("/api/providers/openai/models").json["models"]
    owner.post("/api/providers/openai/key", {"key": KEY})
    live = alice.get("/api/providers/openai/models").json["models"]

    assert [model["name"] for model in live] == ["gpt-4o", "gpt-next"]
    assert [model["is_listed"] for model in live] == [True, False]
    assert len(table) > len(live)
    assert alice.get("/api/providers/nobody/models").status_code == 400
