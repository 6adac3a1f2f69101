"""Anthropic through the official SDK: it builds and sends; the body is read here as bytes."""

from collections.abc import Iterator
from typing import Any

from chatapp.domain.stream import StreamEvent
from chatapp.infra.handle import Infra
from chatapp.providers.anthropic.answer import Answer
from chatapp.providers.anthropic.client import client_for, translated
from chatapp.providers.anthropic.events import decoder
from chatapp.providers.anthropic.request import request_body
from chatapp.providers.base import ChatProvider
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.selection import Selection
from chatapp.providers.wire.frames import EventBody, refuse_document
from chatapp.providers.wire.http import IDENTITY
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
