"""The chain of a key: environment, the repository's file, the store."""

import pytest

from chatapp.domain.providers import KeySource
from chatapp.providers.catalog import entry
from chatapp.providers.config.keys import FoundKey, find_key
from chatapp.providers.config.layers import Layers
from chatapp.providers.config.store import StoredConfig

STORED = StoredConfig(keys={"gemini": "stored"})


@pytest.mark.parametrize(
    ("environ", "repository", "stored", "found"),
    [
        ({"GEMINI_API_KEY": "e"}, {"GEMINI_API_KEY": "r"}, STORED, (KeySource.ENVIRONMENT, "e")),
        ({"GOOGLE_API_KEY": "g"}, {"GEMINI_API_KEY": "r"}, STORED, (KeySource.ENVIRONMENT, "g")),
        ({"GEMINI_API_KEY": "e", "GOOGLE_API_KEY": "g"}, {}, STORED, (KeySource.ENVIRONMENT, "e")),
        ({"GEMINI_API_KEY": "  "}, {"GOOGLE_API_KEY": "r"}, STORED, (KeySource.REPOSITORY, "r")),
        ({}, {}, STORED, (KeySource.STORED, "stored")),
        ({"OPENAI_API_KEY": "o"}, {}, StoredConfig(), (KeySource.NONE, None)),
    ],
)
def test_the_first_source_with_a_key_wins(
    environ: dict[str, str],
    repository: dict[str, str],
    stored: StoredConfig,
    found: tuple[KeySource, str | None],
) -> None:
    layers = Layers(environ=environ, repository_env=repository, stored=stored)
    assert find_key(layers, entry("gemini")) == FoundKey(*found)


def test_neither_layers_nor_a_found_key_show_what_they_hold() -> None:
    layers = Layers(environ={"GEMINI_API_KEY": "secret"}, repository_env={"A": "secret"})
    assert "secret" not in repr(layers) + repr(find_key(layers, entry("gemini")))
