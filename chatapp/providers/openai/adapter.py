"""OpenAI and every server that speaks its wire, through the official SDK.

The SDK builds, signs and sends the request and recognises errors; the body is read here as bytes,
because its own loop costs two to three times as much. A response is always closed explicitly: left
to the garbage collector it can deadlock the worker.
"""

from collections.abc import Iterator
from typing import Any, Final

from chatapp.domain.errors import InvalidRequest
from chatapp.domain.stream import StreamEvent
from chatapp.infra.handle import Infra
from chatapp.providers.base import ChatProvider
from chatapp.providers.openai import listing, responses_events, responses_request
from chatapp.providers.openai.answer import Answer
from chatapp.providers.openai.chunks import decoder
from chatapp.providers.openai.client import client_for, translated
from chatapp.providers.openai.request import request_body
from chatapp.providers.openai.responses_answer import ResponsesAnswer
from chatapp.providers.openai.responses_request import needs_responses
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.selection import Selection
from chatapp.providers.wire.frames import EventBody, decoded, refuse_document
from chatapp.providers.wire.http import IDENTITY, reading
from chatapp.providers.wire.pace import pace
from chatapp.providers.wire.provider import WireProvider

ANY_MODEL: Final = "default"
"""The catalog's default for a compatible server: only the server knows what it serves."""


def create(infra: Infra, selection: Selection) -> ChatProvider:
    """The provider of `selection` on OpenAI's wire.

    Raises:
        InvalidRequest: it has no address.
    """
    if not selection.base_url:
        raise InvalidRequest(
            "The OpenAI-compatible server has no address. Set OPENAI_COMPATIBLE_BASE_URL, e.g. to"
            " http://localhost:8000/v1, or a base_url for it in .chatapp/config.yaml."
        )
    adapter = OpenAIAdapter(infra, Peer.of(selection))
    return WireProvider(infra, adapter.peer, adapter.send)


class OpenAIAdapter:
    """One attempt at a streamed chat completion."""

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
        attempt = self._responses if needs_responses(self.peer, ask) else self._completions
        with translated(self._infra, self.peer):
            yield from attempt(ask)

    def _completions(self, ask: Ask) -> Iterator[StreamEvent]:
        body: Any = request_body(self.peer, ask) | self._served_model()
        create_stream = self._client.chat.completions.with_streaming_response.create
        with create_stream(**body, extra_headers=IDENTITY) as response:
            reads = response.http_response.iter_raw()
            content_type = response.headers.get("content-type", "")
            if "application/json" in content_type:
                yield from self._whole(reads)
                return
            refuse_document(self.peer, content_type, reads)
            events = EventBody(self.peer, pace(self._infra), decoder, reads)
            yield from Answer(self.peer).events(events)
            events.drain()

    def _responses(self, ask: Ask) -> Iterator[StreamEvent]:
        body: Any = responses_request.request_body(self.peer, ask)
        create_stream = self._client.responses.with_streaming_response.create
        with create_stream(**body, extra_headers=IDENTITY) as response:
            reads = response.http_response.iter_raw()
            refuse_document(self.peer, response.headers.get("content-type", ""), reads)
            events = EventBody(self.peer, pace(self._infra), responses_events.decoder, reads)
            yield from ResponsesAnswer(self.peer).events(events)
            events.drain()

    def _served_model(self) -> dict[str, str]:
        """For a server of one's own without a chosen model: the first that it lists."""
        if self.peer.model != ANY_MODEL:
            return {}
        served = listing.names(self._infra, self.peer)
        return {"model": served[0]} if served else {}

    def _whole(self, reads: Iterator[bytes]) -> Iterator[StreamEvent]:
        """The answer, or the error, of a server that does not stream."""
        with reading(self.peer):
            document = b"".join(reads)
        yield from Answer(self.peer).events([decoded(decoder, document, self.peer)])
