"""HTTP for the SDKs: one client per provider and address, and its errors in our words.

Redirects are not followed: a key in a header of the provider's own would go along to a stranger.
"""

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol, TypeVar, cast
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2

from chatapp.domain.errors import (
    ProviderError,
    ProviderProtocol,
    ProviderTimeout,
    ProviderUnreachable,
    StreamInterrupted,
)
from chatapp.infra.handle import Infra
from chatapp.providers.peer import Peer
from chatapp.providers.wire.transport import LeanTransport

MAX_CLIENTS: Final = 64
IDENTITY: Final = {"accept-encoding": "identity"}
"""Compression would hold events back until a block is full."""

Client = TypeVar("Client", bound="Closable")

_UNREACHABLE: Final = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError"})
_FOREIGN: Final = frozenset({"UnsupportedProtocol", "LocalProtocolError", "DecodingError"})
_SILENT: Final = frozenset({"ReadTimeout", "WriteTimeout"})
_FOREIGN_WORDS: Final = ("illegal", "invalid", "malformed", "wrong_version_number", "record layer")


class Closable(Protocol):
    """Anything with connections."""

    def close(self) -> None:
        """Close them."""
        ...


class Clients:
    """The SDK clients of this process, by what they are bound to; kept by `Infra.local`.

    A client costs 20-50 ms (certificates), its connections a handshake each, so they are reused.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, ...], Closable] = {}
        self._ssl_context: ssl.SSLContext | None = None

    def ssl_context(self) -> ssl.SSLContext:
        """The trusted certificates, read once."""
        if self._ssl_context is None:
            self._ssl_context = httpx2.create_ssl_context()
        return self._ssl_context

    def get(self, peer: Peer, make: Callable[[], Client]) -> Client:
        """The client for this provider, address and key, made the first time."""
        key = (peer.provider_id, peer.base_url, peer.api_key or "")
        if key not in self._kept:
            while len(self._kept) >= MAX_CLIENTS:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = make()
        return cast(Client, self._kept[key])

    def close(self) -> None:
        """Close every client, for an orderly end of the process."""
        while self._kept:
            _, client = self._kept.popitem()
            client.close()


def clients(infra: Infra) -> Clients:
    """The clients of this process."""
    return infra.local.get(Clients, Clients)


def timeout(infra: Infra) -> httpx2.Timeout:
    """Connecting, silence, sending, and never waiting for a place in the pool."""
    silence_s, connect_s = infra.settings.provider_silence_s, infra.settings.provider_connect_s
    return httpx2.Timeout(silence_s, connect=connect_s, pool=connect_s)


def http_client(infra: Infra, peer: Peer) -> httpx2.Client:
    """A client for the peer's address, lean where no proxy is in between."""
    kept = clients(infra)
    transport = None if _has_proxy(peer.base_url) else LeanTransport(kept.ssl_context())
    return httpx2.Client(
        transport=transport,
        verify=kept.ssl_context(),
        timeout=timeout(infra),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=20),
        follow_redirects=False,
    )


def _has_proxy(url: str) -> bool:
    """Whether the environment sends requests to this address through a proxy."""
    parts = urlsplit(url)
    proxies = getproxies()
    is_proxied = bool(proxies.get(parts.scheme) or proxies.get("all"))
    return is_proxied and not proxy_bypass(parts.netloc)


@contextmanager
def reading(peer: Peer) -> Iterator[None]:
    """Translate what the transport raises while a body is read."""
    try:
        yield
    except httpx2.HTTPError as error:
        raise transport_error(peer, error) from error


def transport_error(peer: Peer, error: BaseException | None) -> ProviderError:
    """The typed error for a failure of the transport.

    By the name of the error: the SDKs use two packages that share their names.
    """
    words, kind = str(error).lower(), type(error).__name__
    if kind in _FOREIGN or any(word in words for word in _FOREIGN_WORDS):
        return _error(ProviderProtocol, peer, "does not speak this protocol", _CHECK_URL)
    if kind in _UNREACHABLE:
        return _error(ProviderUnreachable, peer, "cannot be reached", _CHECK_RUNNING)
    if kind in _SILENT:
        return _error(ProviderTimeout, peer, "was silent for too long", _WAIT)
    return _error(StreamInterrupted, peer, "broke the connection", "Ask again.")


def protocol_error(peer: Peer, what: str) -> ProviderError:
    """The error for an answer that is not this protocol; `what` says what it is instead."""
    return _error(ProviderProtocol, peer, what, _CHECK_URL)


_CHECK_URL: Final = (
    "Check the base URL and its scheme (http or https): it should end where the provider's"
    " documentation says, often in /v1."
)
_CHECK_RUNNING: Final = "Check that it is running, the base URL, and this server's network."
_WAIT: Final = "Ask again, or raise CHATAPP_PROVIDER_SILENCE_S."


def _error(kind: type[ProviderError], peer: Peer, what: str, advice: str) -> ProviderError:
    return kind(
        f"{peer.place} {what} (model {peer.model}). {advice}",
        provider=peer.provider_id,
        model=peer.model,
    )
