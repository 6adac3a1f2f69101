"""Live lists of models and the check of a key, through the real SDKs."""

from typing import Any

import pytest

from chatapp.providers.models import LISTINGS, check_key, list_models
from tests.contracts.providers.conftest import CANARY, Asked
from tests.contracts.providers.upstream import document
from tests.contracts.providers.wires import (
    Anthropic,
    CompatibleServer,
    Gemini,
    Ollama,
    OpenAIChat,
    Wire,
)

LISTS: dict[str, Any] = {
    "anthropic": {"data": [{"id": "m-1", "type": "model"}, {"id": "m-2", "type": "model"}],
                  "has_more": False, "first_id": "m-1", "last_id": "m-2"},
    "gemini": {"models": [
        {"name": "models/m-1", "supportedGenerationMethods": ["generateContent"]},
        {"name": "models/embed", "supportedGenerationMethods": ["embedContent"]},
        {"name": "models/m-2", "supportedGenerationMethods": ["generateContent"]}]},
    "ollama": {"models": [{"name": "m-1"}, {"name": "m-2"}]},
    "openai": {"object": "list", "data": [{"id": "m-1", "object": "model"},
                                          {"id": "m-2", "object": "model"}]},
}  # fmt: skip
VARIABLES = {
    "anthropic": ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
    "gemini": ("GEMINI_BASE_URL", "GEMINI_API_KEY"),
    "ollama": ("OLLAMA_HOST", "UNUSED"),
    "openai": ("OPENAI_BASE_URL", "OPENAI_API_KEY"),
}


@pytest.fixture(params=[OpenAIChat(), Anthropic(), Gemini(), Ollama()], ids=repr)
def listed(request: pytest.FixtureRequest, over: Any) -> Asked:
    """A provider whose address and key come from the environment."""
    wire: Wire = request.param
    asked: Asked = over(wire)
    url, key = VARIABLES[wire.provider_id]
    object.__setattr__(asked.infra, "environ", {url: asked.upstream.url + wire.path, key: CANARY})
    return asked


def test_the_servers_own_list_is_shown(listed: Asked) -> None:
    listed.upstream.play(document(LISTS[listed.wire.provider_id]))
    names = [model.name for model in list_models(listed.infra, listed.wire.provider_id)]
    assert names == ["m-1", "m-2"]


@pytest.mark.requirement("U04")
def test_a_refused_key_is_told_and_not_shown(listed: Asked) -> None:
    if listed.wire.provider_id == "ollama":
        pytest.skip("takes no key")
    listed.upstream.play(listed.wire.error(401, "authentication_error", f"Bad key {CANARY}"))
    result = check_key(listed.infra, listed.wire.provider_id, CANARY)
    assert not result.is_good
    assert "refused the API key" in result.detail
    assert "canary" not in result.detail


def test_a_good_key_is_told(listed: Asked) -> None:
    listed.upstream.play(document(LISTS[listed.wire.provider_id]))
    assert check_key(listed.infra, listed.wire.provider_id, "sk-other").is_good


def test_a_web_page_instead_of_a_list_falls_back_to_the_table(listed: Asked) -> None:
    listed.upstream.play(document(b"<html>", content_type="text/html"))
    list_models(listed.infra, listed.wire.provider_id)


def test_every_listing_is_a_module_with_names() -> None:
    assert {path.rpartition(".")[2] for path in LISTINGS.values()} == {"listing"}


def test_a_server_of_ones_own_is_asked_for_the_model_it_serves(over: Any) -> None:
    asked: Asked = over(CompatibleServer())
    asked.upstream.play(document(LISTS["openai"]), asked.wire.answer("ok"))
    asked.events(provider=asked.provider(model="default"))
    assert [request.path for request in asked.upstream.requests] == [
        "/v1/models",
        "/v1/chat/completions",
    ]
    assert asked.upstream.last.body["model"] == "m-1"
