"""The chain of a base URL: process environment, the repository's `.env`, its `config.yaml`.

An address that a repository chose gets the server's own key only when it is this machine or a host
that the settings allow: otherwise whoever edits a repository's file could collect the key.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from chatapp.domain.errors import InvalidRequest, ProviderRejected
from chatapp.domain.providers import KeySource
from chatapp.providers.catalog import CATALOG, Provider
from chatapp.providers.config.keys import FoundKey, first_of
from chatapp.providers.config.layers import Layers

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
OLLAMA_PORT: Final = 11434


@dataclass(frozen=True, slots=True)
class FoundUrl:
    """An address, without a trailing slash, and whether the repository chose it."""

    url: str
    is_from_repository: bool = False
    is_default: bool = False


def find_base_url(layers: Layers, entry: Provider) -> FoundUrl:
    """The first address of the chain, or the catalog's.

    Raises:
        InvalidRequest: the address that wins is not an http(s) URL.
    """
    if url := first_of(layers.environ, entry.base_url_envs):
        return FoundUrl(_checked(entry, url))
    in_env = first_of(layers.repository_env, entry.base_url_envs)
    if url := in_env or _in_config(layers.repository_config, entry):
        return FoundUrl(_checked(entry, url), is_from_repository=True)
    return FoundUrl(entry.base_url, is_default=True)


def refuse_leak(layers: Layers, entry: Provider, url: FoundUrl, key: FoundKey) -> None:
    """Do nothing when `key` may be sent to `url`.

    Raises:
        ProviderRejected: the repository chose the address, the key is the server's.
    """
    is_ours = key.source in {KeySource.ENVIRONMENT, KeySource.STORED}
    host = urlsplit(url.url).hostname or ""
    if not (url.is_from_repository and is_ours) or host in LOOPBACK | set(layers.trusted_hosts):
        return
    raise ProviderRejected(
        f"This repository sends {entry.name} questions to {host}, but the key is the server's own."
        f" Put a key for that address into the repository's .chatapp/.env, or let an admin add"
        f" {host} to CHATAPP_PROVIDER_HOSTS.",
        provider=entry.provider_id,
    )


def mistyped(environ: Mapping[str, str]) -> tuple[str, ...]:
    """What is wrong with the addresses in the environment, a sentence each."""
    return tuple(_complaints(Layers(environ=environ)))


def _complaints(layers: Layers) -> Iterator[str]:
    for provider in CATALOG:
        try:
            find_base_url(layers, provider)
        except InvalidRequest as error:
            yield f"{error.message} ({provider.base_url_envs[0]})"


def _in_config(config: Mapping[str, object], entry: Provider) -> str:
    section = config.get(entry.provider_id)
    url = section.get("base_url") if isinstance(section, Mapping) else None
    return url.strip() if isinstance(url, str) else ""


def _checked(entry: Provider, url: str) -> str:
    address = _ollama_address(url) if entry.provider_id == "ollama" else url
    try:
        parts = urlsplit(address)
        is_usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable or parts.username or parts.query or parts.fragment:
        raise InvalidRequest(
            f"The base URL of {entry.name} cannot be used. It must look like"
            " https://host/v1, without a user name, query or fragment."
        )
    return address.rstrip("/")


def _ollama_address(raw: str) -> str:
    """`OLLAMA_HOST` is written for the server: no scheme, any interface, the usual port."""
    url = raw if "://" in raw else f"http://{raw}"
    parts = urlsplit(url)
    host = parts.hostname or "127.0.0.1"
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared with, not bound to
        host = "127.0.0.1"
    port = parts.port or (OLLAMA_PORT if parts.scheme == "http" else 443)
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}:{port}{parts.path}"
