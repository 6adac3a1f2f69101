"""One question as an adapter gets it: what the runtime gave, and what was learnt about the peer."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from chatapp.domain.json import JsonObject
from chatapp.domain.messages import WireMessage
from chatapp.domain.stream import StreamEvent
from chatapp.domain.tools import ToolExecutor
from chatapp.providers.policy.quirks import Quirk


@dataclass(frozen=True, slots=True)
class Ask:
    """Everything of one call to `stream_chat`."""

    messages: Sequence[WireMessage]
    tools: Sequence[JsonObject] = ()
    system_prompt: str = ""
    max_tokens: int = 8192
    temperature: float = 0.7
    request_id: str | None = None
    tool_executor: ToolExecutor | None = None
    quirks: frozenset[Quirk] = field(default_factory=frozenset)


Send: TypeAlias = Callable[[Ask], Iterator[StreamEvent]]
"""One attempt: an adapter's generator, which raises `Refused` or a `ProviderError`."""
