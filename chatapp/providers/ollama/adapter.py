"""Ollama on this machine or another, without a key.

Its native API is used because the OpenAI-compatible one has no way to set the window, and Ollama
then cuts anything longer than its default without a word. There is no SDK: it is one POST.
"""

from collections.abc import Iterator
from typing import Final

import httpx2
import msgspec

from chatapp.domain.stream import StreamEvent
from chatapp.infra.handle import Infra
from chatapp.providers.base import ChatProvider
from chatapp.providers.catalog import entry
from chatapp.providers.ollama.answer import Answer, context_cut, decoder
from chatapp.providers.ollama.client import client_for, refuse_status
from chatapp.providers.ollama.request import request_body
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.estimate import estimated_usage
from chatapp.providers.selection import Selection
from chatapp.providers.wire.http import transport_error
from chatapp.providers.wire.lines import json_lines
from chatapp.providers.wire.pace import pace
from chatapp.providers.wire.provider import WireProvider


def create(infra: Infra, selection: Selection) -> ChatProvider:
    """Ollama, bound to `selection`."""
    adapter = OllamaAdapter(infra, Peer.of(selection))
    return WireProvider(infra, adapter.peer, adapter.send)


class OllamaAdapter:
    """One attempt at a streamed chat."""

    def __init__(self, infra: Infra, peer: Peer) -> None:
        self.peer = peer
        self._infra = infra
        self._http = client_for(infra, peer)
        assumed = entry(peer.provider_id).model(peer.model).context_tokens
        self._num_ctx = infra.settings.context_tokens or assumed

    def send(self, ask: Ask) -> Iterator[StreamEvent]:
        """Ask once.

        Raises:
            Refused: the server said no.
            ProviderError: it could not be reached or understood.
        """
        if estimated_usage(ask, 0).input_tokens > self._num_ctx:
            yield context_cut(self._num_ctx)
        body = msgspec.json.encode(request_body(self.peer, ask, self._num_ctx))
        try:
            with self._http.stream("POST", self._url, content=body, headers=_HEADERS) as response:
                refuse_status(self._infra, self.peer, response)
                reads = response.iter_raw()
                lines = json_lines(self.peer, pace(self._infra), decoder, reads)
                yield from Answer(self._num_ctx).events(lines)
        except httpx2.HTTPError as error:
            raise transport_error(self.peer, error) from error

    @property
    def _url(self) -> str:
        """The native address, also from one that was written for the OpenAI-compatible API."""
        return f"{self.peer.base_url.removesuffix('/v1')}/api/chat"


_HEADERS: Final = {"content-type": "application/json", "accept-encoding": "identity"}
