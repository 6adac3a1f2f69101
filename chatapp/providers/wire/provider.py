"""The `ChatProvider` that all adapters are: its attempts, around the adapter's one attempt."""

from collections.abc import Iterator, Sequence

from chatapp.domain.json import JsonObject
from chatapp.domain.messages import WireMessage
from chatapp.domain.stream import StreamEvent
from chatapp.domain.tools import ToolExecutor
from chatapp.infra.handle import Infra
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask, Send
from chatapp.providers.policy.attempts import Attempts


class WireProvider:
    """A provider whose single attempt is `send`."""

    def __init__(self, infra: Infra, peer: Peer, send: Send) -> None:
        self.provider_id = peer.provider_id
        self.model = peer.model
        self._attempts = Attempts(infra, peer, send)

    def stream_chat(  # noqa: PLR0913 - the published contract of `providers.base`
        self,
        messages: Sequence[WireMessage],
        tools: Sequence[JsonObject],
        system_prompt: str,
        *,
        max_tokens: int = 8192,
        temperature: float = 0.7,
        request_id: str | None = None,
        tool_executor: ToolExecutor | None = None,
    ) -> Iterator[StreamEvent]:
        """Ask the model once; see `ChatProvider`."""
        return self._attempts.events(
            Ask(
                messages=messages,
                tools=tools,
                system_prompt=system_prompt,
                max_tokens=max_tokens,
                temperature=temperature,
                request_id=request_id,
                tool_executor=tool_executor,
            )
        )
