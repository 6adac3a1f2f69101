"""The official client for one peer, and its errors in our words."""

from collections.abc import Iterator
from contextlib import contextmanager

import anthropic

from chatapp.infra.handle import Infra
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.retry_after import retry_after_s
from chatapp.providers.wire.http import clients, http_client, timeout, transport_error


def client_for(infra: Infra, peer: Peer) -> anthropic.Anthropic:
    """The client of this peer; its own retries are off, they are made in `policy.attempts`."""
    return clients(infra).get(peer, lambda: _client(infra, peer))


@contextmanager
def translated(infra: Infra, peer: Peer) -> Iterator[None]:
    """Turn the SDK's errors into a `Refused` or a `ProviderError`, without the SDK's own text."""
    try:
        yield
    except anthropic.APIStatusError as error:
        wait_s = retry_after_s(error.response.headers, infra.clock.now())
        raise Refused(complaint_from(error.body, error.status_code).waiting(wait_s)) from None
    except anthropic.APIConnectionError as error:
        raise transport_error(peer, error.__cause__) from None


def _client(infra: Infra, peer: Peer) -> anthropic.Anthropic:
    return anthropic.Anthropic(
        api_key=peer.api_key,
        base_url=peer.base_url,
        timeout=timeout(infra),
        max_retries=0,
        http_client=http_client(infra, peer),
    )
