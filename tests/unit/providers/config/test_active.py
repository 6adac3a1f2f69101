"""The chain of provider and model, layer by layer."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from chatapp.domain.errors import InvalidRequest, ProviderRejected
from chatapp.domain.providers import ActiveView, ChoiceSource, KeySource
from chatapp.domain.repositories import RepositoryView
from chatapp.infra.handle import Infra
from chatapp.providers.catalog import entry
from chatapp.providers.config import changes
from chatapp.providers.config.active import active_selection, is_ready, resolve
from chatapp.providers.config.layers import Layers
from chatapp.providers.config.store import Choice, StoredConfig

ALL = Layers(
    request=Choice("openai", "gpt-4o"),
    environ={"GEMINI_API_KEY": "AIza-key"},
    repository_id="r1",
    repository_config={"provider": "anthropic", "model": "claude-opus-5-5"},
    stored=StoredConfig(
        active=Choice("deepseek", "deepseek-v4-pro"),
        repos={"r1": Choice("kimi", "kimi-k3"), "r2": Choice("ollama", "other")},
    ),
    default=Choice("openrouter", "openai/gpt-6.1-terra"),
)
EMPTY = StoredConfig()


def without(*names: str) -> Layers:
    """All layers but the named."""
    nothing = {
        "request": Choice(),
        "repository_choice": {"stored": msgspec.structs.replace(ALL.stored, repos={})},
    }
    layers = {name: getattr(ALL, name) for name in Layers.__slots__}
    if "request" in names:
        layers["request"] = nothing["request"]
    if "repository_choice" in names:
        layers["stored"] = msgspec.structs.replace(layers["stored"], repos={})
    if "repository_file" in names:
        layers["repository_config"] = {}
    if "server_choice" in names:
        layers["stored"] = msgspec.structs.replace(layers["stored"], active=Choice())
    if "environment" in names:
        layers["default"] = Choice()
    if "keys" in names:
        layers["environ"] = {}
    return Layers(**layers)


ORDER = [
    ((), "openai", "gpt-4o", ChoiceSource.REQUEST),
    (("request",), "kimi", "kimi-k3", ChoiceSource.REPOSITORY_CHOICE),
    (("repository_choice",), "anthropic", "claude-opus-5-5", ChoiceSource.REPOSITORY_FILE),
    (("repository_file",), "deepseek", "deepseek-v4-pro", ChoiceSource.SERVER_CHOICE),
    (("server_choice",), "openrouter", "openai/gpt-6.1-terra", ChoiceSource.ENVIRONMENT),
    (("environment",), "gemini", "gemini-3.5-flash-lite", ChoiceSource.DETECTED),
    (("keys",), "extractive", "extractive", ChoiceSource.DETECTED),
]


@pytest.mark.parametrize("step", range(len(ORDER)))
def test_the_first_layer_that_names_a_provider_wins(step: int) -> None:
    gone = [name for names, *_ in ORDER[: step + 1] for name in names]
    _, provider, model, source = ORDER[step]
    assert resolve(without(*gone)) == ActiveView(provider, model, source)


@pytest.mark.parametrize(
    ("layers", "provider", "model"),
    [
        (Layers(request=Choice("anthropic")), "anthropic", "claude-sonnet-5-5"),
        (Layers(request=Choice(None, "x"), default=Choice("openai", "y")), "openai", "x"),
        (Layers(default=Choice(None, "x"), environ={"OPENAI_API_KEY": "k"}), "openai", "x"),
        (Layers(default=Choice(None, "x")), "extractive", "extractive"),
        (Layers(repository_config={"provider": 3, "model": ["x"]}), "extractive", "extractive"),
        (Layers(environ={"OLLAMA_HOST": "127.0.0.1"}), "ollama", "qwen3:8b"),
        (Layers(environ={"OPENAI_BASE_URL": "http://x/v1"}), "extractive", "extractive"),
    ],
)
def test_layers_may_name_a_provider_or_a_model_alone(
    layers: Layers, provider: str, model: str
) -> None:
    active = resolve(layers)
    assert (active.provider_id, active.model) == (provider, model)


def test_another_repository_has_its_own_choice() -> None:
    layers = {name: getattr(without("request"), name) for name in Layers.__slots__}
    assert resolve(Layers(**{**layers, "repository_id": "r2"})).provider_id == "ollama"


def test_an_unknown_provider_in_a_layer_is_told() -> None:
    with pytest.raises(InvalidRequest, match="nonesuch"):
        resolve(Layers(repository_config={"provider": "nonesuch"}))


def test_a_mistyped_address_is_told_and_not_answered_without_a_model(
    with_environ: Callable[..., Infra],
) -> None:
    """A typing mistake in OPENAI_BASE_URL quietly gave answers without a model."""
    infra = with_environ(OPENAI_API_KEY="sk-1", OPENAI_BASE_URL="not-a-url")
    with pytest.raises(InvalidRequest, match="base URL of OpenAI"):
        active_selection(infra)


def test_a_local_command_is_ready_but_never_chosen_by_itself(tmp_path: Path) -> None:
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    layers = Layers(environ={"PATH": str(tmp_path)})
    assert is_ready(layers, entry("claude_code"))
    assert resolve(layers).provider_id == "extractive"


def test_a_selection_has_everything_an_adapter_needs(
    with_environ: Callable[..., Infra], repository: RepositoryView, root: Path
) -> None:
    infra = with_environ(OPENAI_API_KEY="sk-1", OPENAI_BASE_URL="http://localhost:4000/v1/")
    selection = active_selection(infra, repository, provider="openai", model="gpt-4o")
    assert selection.api_key == "sk-1"
    assert selection.key_source is KeySource.ENVIRONMENT
    assert selection.base_url == "http://localhost:4000/v1"
    assert selection.repository_root == str(root)


def test_a_repositorys_address_does_not_get_the_servers_key(
    infra: Infra, repository: RepositoryView, root: Path
) -> None:
    """Whoever may edit the file could otherwise collect the key."""
    changes.set_key(infra, "openai", "sk-server")
    config = root / ".chatapp" / "config.yaml"
    config.write_text("provider: openai\nopenai: {base_url: https://evil.example/v1}\n")
    with pytest.raises(ProviderRejected, match=r"evil\.example"):
        active_selection(infra, repository)
    (root / ".chatapp" / ".env").write_text("OPENAI_API_KEY=sk-own\n")
    assert active_selection(infra, repository).api_key == "sk-own"
