"""The official client for one peer, and its errors in our words."""

from collections.abc import Iterator
from contextlib import contextmanager

import openai

from chatapp.infra.handle import Infra
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import Complaint, complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.retry_after import retry_after_s
from chatapp.providers.wire.http import clients, http_client, timeout, transport_error

NO_KEY = "none"
"""What a server without keys is sent: the SDK insists on one."""


def client_for(infra: Infra, peer: Peer) -> openai.OpenAI:
    """The client of this peer; its own retries are off, they are made in `policy.attempts`."""
    return clients(infra).get(peer, lambda: _client(infra, peer))


@contextmanager
def translated(infra: Infra, peer: Peer) -> Iterator[None]:
    """Turn the SDK's errors into a `Refused` or a `ProviderError`.

    The SDK's own text is left behind: it repeats the whole body, keys included.
    """
    try:
        yield
    except openai.APIStatusError as error:
        raise Refused(_complaint(infra, error)) from None
    except openai.APIConnectionError as error:
        raise transport_error(peer, error.__cause__) from None


def _client(infra: Infra, peer: Peer) -> openai.OpenAI:
    client = openai.OpenAI(
        api_key=peer.api_key or NO_KEY,
        base_url=peer.base_url,
        timeout=timeout(infra),
        max_retries=0,
        http_client=http_client(infra, peer),
    )
    if peer.provider_id != "openai":
        client.organization = client.project = None  # from the environment, and not for strangers
    return client


def _complaint(infra: Infra, error: openai.APIStatusError) -> Complaint:
    complaint = complaint_from(error.body, error.status_code)
    wait_s = retry_after_s(error.response.headers, infra.clock.now())
    return complaint.waiting(wait_s)
