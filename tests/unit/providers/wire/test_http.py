from collections.abc import Iterator
from dataclasses import replace

import httpx2
import pytest

from chatapp.domain.errors import (
    ProviderError,
    ProviderProtocol,
    ProviderTimeout,
    ProviderUnreachable,
    StreamInterrupted,
)
from chatapp.infra.handle import Infra
from chatapp.providers.peer import Peer
from chatapp.providers.wire import http
from chatapp.providers.wire.http import MAX_CLIENTS, Clients, http_client, reading, transport_error
from chatapp.providers.wire.transport import LeanTransport

PEER = Peer("openai", "gpt-4o", "OpenAI", "https://api.openai.com/v1", "sk-1")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (httpx2.ConnectError("refused"), ProviderUnreachable),
        (httpx2.ConnectTimeout("slow"), ProviderUnreachable),
        (httpx2.PoolTimeout("full"), ProviderUnreachable),
        (httpx2.ReadTimeout("silent"), ProviderTimeout),
        (httpx2.WriteTimeout("silent"), ProviderTimeout),
        (httpx2.ReadError("reset"), StreamInterrupted),
        (httpx2.RemoteProtocolError("peer closed connection"), StreamInterrupted),
        (httpx2.RemoteProtocolError("illegal status line"), ProviderProtocol),
        (httpx2.ConnectError("[SSL: WRONG_VERSION_NUMBER]"), ProviderProtocol),
        (httpx2.LocalProtocolError("x"), ProviderProtocol),
        (None, StreamInterrupted),
    ],
)
def test_every_failure_of_the_transport_has_a_kind(
    error: Exception | None, kind: type[ProviderError]
) -> None:
    typed = transport_error(PEER, error)
    assert type(typed) is kind
    assert "OpenAI" in typed.message
    assert "gpt-4o" in typed.message


def test_the_address_is_named_when_it_is_not_the_usual_one() -> None:
    peer = replace(PEER, base_url="http://user:pw@box:4000/v1", is_usual=False)
    message = transport_error(peer, httpx2.ConnectError("x")).message
    assert "OpenAI at box:4000 cannot be reached" in message
    assert "pw" not in message


def test_reading_translates_and_lets_others_pass() -> None:
    with pytest.raises(ProviderTimeout), reading(PEER):
        raise httpx2.ReadTimeout("x")
    with pytest.raises(KeyError), reading(PEER):
        raise KeyError


class FakeClient:
    def __init__(self) -> None:
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True


def test_a_client_is_made_once_for_provider_address_and_key() -> None:
    kept = Clients()
    first = kept.get(PEER, FakeClient)
    assert kept.get(replace(PEER, model="other"), FakeClient) is first
    assert kept.get(replace(PEER, api_key="sk-2"), FakeClient) is not first
    kept.close()
    assert first.is_closed


def test_the_number_of_clients_is_bounded() -> None:
    kept = Clients()
    first = kept.get(PEER, FakeClient)
    for number in range(MAX_CLIENTS):
        kept.get(replace(PEER, api_key=str(number)), FakeClient)
    assert kept.get(PEER, FakeClient) is not first


@pytest.fixture
def client(infra: Infra) -> Iterator[httpx2.Client]:
    made = http_client(infra, PEER)
    yield made
    made.close()


def test_a_redirect_is_not_followed(client: httpx2.Client) -> None:
    """The provider's own key header would go along."""
    assert not client.follow_redirects


def test_the_settings_bound_every_wait(client: httpx2.Client, infra: Infra) -> None:
    settings = infra.settings
    assert client.timeout.connect == settings.provider_connect_s
    assert client.timeout.read == settings.provider_silence_s


def test_a_proxy_of_the_environment_is_used(infra: Infra, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "getproxies", lambda: {"https": "http://proxy:3128"})
    with http_client(infra, PEER) as proxied:
        assert not isinstance(proxied._transport, LeanTransport)
    monkeypatch.setattr(http, "proxy_bypass", lambda host: True)
    with http_client(infra, PEER) as direct:
        assert isinstance(direct._transport, LeanTransport)
