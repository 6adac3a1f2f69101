"""Any provider that LiteLLM knows, or a LiteLLM proxy by its base URL.

LiteLLM turns every wire into OpenAI's and does the decoding itself (1.5 ms a chunk): it is for its
reach, not its speed. Model names begin with a provider prefix, e.g. `bedrock/…`; without a base URL
and a key of its own it finds the keys of those providers in the process environment.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any, Final

import msgspec

from chatapp.domain.stream import StreamEvent
from chatapp.infra.handle import Infra
from chatapp.providers.base import ChatProvider
from chatapp.providers.litellm import library
from chatapp.providers.litellm.failures import translated
from chatapp.providers.openai.answer import Answer
from chatapp.providers.openai.chunks import Chunk
from chatapp.providers.openai.request import request_body
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.selection import Selection
from chatapp.providers.wire.http import timeout
from chatapp.providers.wire.provider import WireProvider

PROXY: Final = "litellm_proxy/"


def create(infra: Infra, selection: Selection) -> ChatProvider:
    """LiteLLM, bound to `selection`."""
    adapter = LiteLLMAdapter(infra, Peer.of(selection))
    return WireProvider(infra, adapter.peer, adapter.send)


class LiteLLMAdapter:
    """One attempt at a streamed completion."""

    def __init__(self, infra: Infra, peer: Peer) -> None:
        self.peer = peer
        self._infra = infra

    def send(self, ask: Ask) -> Iterator[StreamEvent]:
        """Ask once.

        Raises:
            Refused: the provider said no.
            ProviderError: it could not be reached or understood.
        """
        body: Any = request_body(self.peer, ask) | self._address()
        with translated(self._infra, self.peer):
            stream = library.completion(**body, timeout=timeout(self._infra), max_retries=0)
            with closing(stream):
                yield from Answer(self.peer).events(_chunks(stream))

    def _address(self) -> dict[str, Any]:
        """Where to, and with which key; a base URL of its own is taken for a LiteLLM proxy."""
        address: dict[str, Any] = {"drop_params": True}
        if self.peer.base_url:
            address["model"] = PROXY + self.peer.model.removeprefix(PROXY)
            address["api_base"] = self.peer.base_url
            address["api_key"] = self.peer.api_key or "none"
        elif self.peer.api_key:
            address["api_key"] = self.peer.api_key
        return address


def _chunks(stream: Iterable[Any]) -> Iterator[Chunk]:
    for chunk in stream:
        yield msgspec.convert(chunk.model_dump(), Chunk, strict=False)
