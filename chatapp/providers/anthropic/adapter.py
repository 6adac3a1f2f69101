"""Anthropic through the official SDK: it builds and sends; the body is read here as bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anthropic

from chatapp.domain.stream import StreamEvent
from chatapp.infra.handle import Infra
from chatapp.providers.anthropic.answer import Answer
from chatapp.providers.anthropic.events import decoder
from chatapp.providers.anthropic.request import request_body
from chatapp.providers.base import ChatProvider
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.complaint import complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.retry_after import retry_after_s
from chatapp.providers.selection import Selection
from chatapp.providers.wire.frames import EventBody, refuse_document
from chatapp.providers.wire.http import (
    IDENTITY,
    clients,
    http_client,
    timeout,
    transport_error,
)
from chatapp.providers.wire.pace import pace
from chatapp.providers.wire.provider import WireProvider


def create(infra: Infra, selection: Selection) -> ChatProvider:
    """Anthropic, bound to `selection`."""
    adapter = AnthropicAdapter(infra, Peer.of(selection))
    return WireProvider(infra, adapter.peer, adapter.send)


class AnthropicAdapter:
    """One attempt at a streamed message."""

    def __init__(self, infra: Infra, peer: Peer) -> None:
        self.peer = peer
        self._infra = infra
        self._client = client_for(infra, peer)

    def send(self, ask: Ask) -> Iterator[StreamEvent]:
        """Ask once.

        Raises:
            Refused: the server said no.
            ProviderError: it could not be reached or understood.
        """
        body: Any = request_body(self.peer, ask)
        request = self._client.messages.with_streaming_response.create(
            **body, extra_headers=IDENTITY
        )
        with translated(self._infra, self.peer), request as response:
            reads = response.http_response.iter_raw()
            refuse_document(self.peer, response.headers.get("content-type", ""), reads)
            events = EventBody(self.peer, pace(self._infra), decoder, reads)
            yield from Answer(self.peer).events(events)
            events.drain()


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
