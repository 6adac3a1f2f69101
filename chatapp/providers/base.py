"""The protocol every provider fulfils. Called by `chatapp.runtime.agent` and nobody else.

A stream ends with exactly one `Stop`, or raises a `ProviderError`; it is closed by the caller
(`contextlib.closing`), and closing it closes the connection to the provider at once.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from chatapp.domain.json import JsonObject
from chatapp.domain.messages import WireMessage
from chatapp.domain.stream import StreamEvent
from chatapp.domain.tools import ToolExecutor


class ChatProvider(Protocol):
    """One provider bound to a model, a key and a base URL."""

    provider_id: str
    model: str

    def stream_chat(  # noqa: PLR0913 - the published contract of DESIGN section 3
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
        """Ask the model once and yield what it says.

        Args:
            messages: OpenAI-shaped, oldest first, without the system prompt.
            tools: OpenAI-shaped function definitions; empty for none.
            system_prompt: Instructions, sent in the provider's own way.
            max_tokens: Longest answer, tokens.
            temperature: Left out for models known to refuse it.
            request_id: For the provider's logs; never a secret.
            tool_executor: Runs a call inside the stream; only providers with an inner loop use it.

        Raises:
            ProviderError: one of its kinds, with provider, model and what to do.
        """
        ...
