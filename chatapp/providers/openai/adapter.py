"""OpenAI and every server that speaks its wire, through the official SDK.

The SDK builds, signs and sends the request and recognises errors; the body is read here as bytes,
because its own loop costs two to three times as much. A response is always closed explicitly: left
to the garbage collector it can deadlock the worker.
"""

from collections.abc import Iterator
from typing import Any

from chatapp.domain.errors import InvalidRequest
from chatapp.domain.stream import StreamEvent
from chatapp.infra.handle import Infra
from chatapp.providers.base import ChatProvider
from chatapp.providers.openai.answer import Answer
from chatapp.providers.openai.chunks import decoder
from chatapp.providers.openai.client import client_for, translated
from chatapp.providers.openai.request import request_body
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.selection import Selection
from chatapp.providers.wire.frames import EventBody, decoded
from chatapp.providers.wire.http import IDENTITY, protocol_error, reading
from chatapp.providers.wire.provider import WireProvider


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
        body: Any = request_body(self.peer, ask)
        request = self._client.chat.completions.with_streaming_response.create(
            **body, extra_headers=IDENTITY
        )
        with translated(self._infra, self.peer), request as response:
            content_type = response.headers.get("content-type", "")
            yield from self._events(response.http_response.iter_raw(), content_type)

    def _events(self, reads: Iterator[bytes], content_type: str) -> Iterator[StreamEvent]:
        if "html" in content_type:
            raise protocol_error(self.peer, "answered with a web page instead of data")
        if "application/json" in content_type:
            yield from self._whole(reads)
            return
        body = EventBody(self.peer, self._infra.clock, decoder, reads)
        yield from Answer(self.peer).events(body)
        body.drain()

    def _whole(self, reads: Iterator[bytes]) -> Iterator[StreamEvent]:
        """The answer, or the error, of a server that does not stream."""
        with reading(self.peer):
            document = b"".join(reads)
        yield from Answer(self.peer).events([decoded(decoder, document, self.peer)])
