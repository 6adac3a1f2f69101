from pathlib import Path

import pytest

from chatapp.domain.errors import InvalidRequest
from chatapp.domain.repositories import RepositoryView
from chatapp.infra.handle import Infra
from chatapp.providers.config import changes, store
from chatapp.providers.config.active import active_selection
from chatapp.providers.config.repository_folder import read_env


def test_a_key_is_stored_and_mirrored_under_the_canonical_name(
    infra: Infra, repository: RepositoryView, root: Path
) -> None:
    changes.set_key(infra, "gemini", "  AIza-1234567890 \n", repository)
    assert store.read(infra.settings.data_dir).keys == {"gemini": "AIza-1234567890"}
    assert read_env(root) == {"GEMINI_API_KEY": "AIza-1234567890"}


def test_a_deleted_key_is_gone_from_both(
    infra: Infra, repository: RepositoryView, root: Path
) -> None:
    changes.set_key(infra, "gemini", "AIza-1234567890", repository)
    changes.delete_key(infra, "gemini", repository)
    assert store.read(infra.settings.data_dir).keys == {}
    assert read_env(root) == {}


def test_a_key_of_the_repositorys_own_survives_a_delete(
    infra: Infra, repository: RepositoryView, root: Path
) -> None:
    (root / ".chatapp" / ".env").write_text("GEMINI_API_KEY=AIza-theirs\n")
    changes.set_key(infra, "gemini", "AIza-ours")
    changes.delete_key(infra, "gemini", repository)
    assert read_env(root) == {"GEMINI_API_KEY": "AIza-theirs"}


@pytest.mark.parametrize("key", ["", "   ", "two words", "line\nbreak", "ключ", "a'b", "k" * 2000])
def test_what_cannot_be_a_key_is_refused(infra: Infra, key: str) -> None:
    with pytest.raises(InvalidRequest, match="cannot be an API key"):
        changes.set_key(infra, "openai", key)


def test_a_provider_without_keys_takes_none(infra: Infra) -> None:
    with pytest.raises(InvalidRequest, match="takes no API key"):
        changes.set_key(infra, "extractive", "sk-1")


def test_a_repositorys_choice_is_its_own(infra: Infra, repository: RepositoryView) -> None:
    changes.choose(infra, "ollama", "qwen3:8b")
    changes.choose(infra, "extractive", None, repository.repository_id)
    assert active_selection(infra, repository).provider_id == "extractive"
    assert active_selection(infra).model == "qwen3:8b"


def test_a_choice_can_be_undone(infra: Infra, repository: RepositoryView) -> None:
    changes.choose(infra, "ollama", None, repository.repository_id)
    changes.choose(infra, None, None, repository.repository_id)
    assert store.read(infra.settings.data_dir).repos == {}


@pytest.mark.parametrize("model", ["m" * 300, "a\nb"])
def test_a_model_name_that_cannot_be_one_is_refused(infra: Infra, model: str) -> None:
    with pytest.raises(InvalidRequest, match="model name"):
        changes.choose(infra, "openai", model)


def test_an_unknown_provider_cannot_be_chosen(infra: Infra) -> None:
    with pytest.raises(InvalidRequest, match="nonesuch"):
        changes.choose(infra, "nonesuch", None)
