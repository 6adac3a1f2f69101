"""The chain of an address, and where a key may not go."""

import pytest

from chatapp.domain.errors import InvalidRequest, ProviderRejected
from chatapp.domain.providers import KeySource
from chatapp.providers.catalog import entry
from chatapp.providers.config.base_urls import FoundUrl, find_base_url, mistyped, refuse_leak
from chatapp.providers.config.keys import FoundKey
from chatapp.providers.config.layers import Layers

CONFIG = {"openai": {"base_url": "http://config/v1"}}


@pytest.mark.parametrize(
    ("environ", "repository", "config", "found"),
    [
        ({"OPENAI_BASE_URL": "http://e/v1/"}, {"OPENAI_BASE_URL": "http://r/v1"}, CONFIG,
         FoundUrl("http://e/v1")),
        ({"OPENAI_API_BASE": "http://e2/v1"}, {}, CONFIG, FoundUrl("http://e2/v1")),
        ({}, {"OPENAI_BASE_URL": "http://r/v1"}, CONFIG,
         FoundUrl("http://r/v1", is_from_repository=True)),
        ({}, {}, CONFIG, FoundUrl("http://config/v1", is_from_repository=True)),
        ({}, {}, {"openai": "no mapping"}, FoundUrl("https://api.openai.com/v1", is_default=True)),
        ({}, {}, {"openai": {"base_url": 7}},
         FoundUrl("https://api.openai.com/v1", is_default=True)),
    ],
)  # fmt: skip
def test_the_first_source_with_an_address_wins(
    environ: dict[str, str], repository: dict[str, str], config: dict, found: FoundUrl
) -> None:
    layers = Layers(environ=environ, repository_env=repository, repository_config=config)
    assert find_base_url(layers, entry("openai")) == found


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("127.0.0.1:9999", "http://127.0.0.1:9999"),
        ("http://box", "http://box:11434"),
        ("https://box/ollama/", "https://box:443/ollama"),
        ("[::]:11434", "http://127.0.0.1:11434"),
    ],
)
def test_ollamas_address_is_read_as_ollama_writes_it(written: str, meant: str) -> None:
    layers = Layers(environ={"OLLAMA_HOST": written})
    assert find_base_url(layers, entry("ollama")).url == meant


@pytest.mark.parametrize(
    "url",
    ["localhost:4000/v1", "ftp://x/v1", "https://", "https://user:pw@x/v1", "https://x/v1?k=1",
     "https://x:port/v1", "https://x/v1#a"],
)  # fmt: skip
def test_an_address_that_cannot_be_used_is_told(url: str) -> None:
    with pytest.raises(InvalidRequest, match="base URL of OpenAI") as raised:
        find_base_url(Layers(environ={"OPENAI_BASE_URL": url}), entry("openai"))
    assert "pw" not in raised.value.message


@pytest.mark.parametrize(
    ("url", "source", "hosts", "is_refused"),
    [
        ("https://evil.example/v1", KeySource.STORED, (), True),
        ("https://evil.example/v1", KeySource.ENVIRONMENT, (), True),
        ("https://evil.example/v1", KeySource.REPOSITORY, (), False),
        ("https://evil.example/v1", KeySource.NONE, (), False),
        ("http://localhost:4000/v1", KeySource.STORED, (), False),
        ("https://gateway.corp/v1", KeySource.STORED, ("gateway.corp",), False),
    ],
)
def test_a_servers_key_goes_only_where_the_server_says(
    url: str, source: KeySource, hosts: tuple[str, ...], *, is_refused: bool
) -> None:
    layers, found = Layers(trusted_hosts=hosts), FoundUrl(url, is_from_repository=True)
    if not is_refused:
        refuse_leak(layers, entry("openai"), found, FoundKey(source, "k"))
        return
    with pytest.raises(ProviderRejected, match="CHATAPP_PROVIDER_HOSTS"):
        refuse_leak(layers, entry("openai"), found, FoundKey(source, "k"))


def test_mistyped_addresses_of_the_environment_are_named_with_their_variable() -> None:
    (complaint,) = mistyped({"OPENAI_BASE_URL": "not-a-url", "OLLAMA_HOST": "box"})
    assert "base URL of OpenAI" in complaint
    assert "OPENAI_BASE_URL" in complaint
