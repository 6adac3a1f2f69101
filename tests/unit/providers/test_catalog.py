import pytest

from chatapp.providers.catalog import CATALOG, entry


@pytest.mark.parametrize("provider", CATALOG, ids=lambda provider: provider.provider_id)
def test_every_entry_is_complete(provider) -> None:  # type: ignore[no-untyped-def]
    assert provider.name
    assert provider.default_model
    assert bool(provider.env_keys) or not provider.requires_key
    if provider.models:
        assert provider.lists(provider.default_model)


def test_ids_are_unique() -> None:
    assert len({provider.provider_id for provider in CATALOG}) == len(CATALOG)


def test_no_variable_belongs_to_two_providers() -> None:
    names = [name for provider in CATALOG for name in provider.env_keys + provider.base_url_envs]
    assert len(names) == len(set(names))


def test_a_known_model_has_its_own_figures() -> None:
    assert entry("openai").model("gpt-4o").context_tokens == 128_000


def test_an_unknown_model_works_with_what_is_assumed() -> None:
    model = entry("anthropic").model("claude-next")
    assert (model.name, model.context_tokens) == ("claude-next", 200_000)
    assert not entry("anthropic").lists("claude-next")
