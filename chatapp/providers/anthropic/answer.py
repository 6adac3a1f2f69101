"""One streamed Anthropic message as neutral events. Pure: events in, events out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from chatapp.domain.errors import ContentBlocked
from chatapp.domain.messages import ProviderState, ToolCall
from chatapp.domain.stream import (
    ReasoningDelta,
    StateKept,
    Stop,
    StopReason,
    StreamEvent,
    TextDelta,
    ToolRequested,
    Usage,
)
from chatapp.providers.anthropic.events import Block, Event, EventDelta, EventUsage
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.stop_reasons import is_blocked, normalize_stop_reason
from chatapp.providers.wire.arguments import is_truncated, tool_call
from chatapp.providers.wire.http import protocol_error

BLOCKS: Final = "blocks"
"""The key of the kept state: all blocks of a reply that thought, in their order."""

THINKING: Final = frozenset({"thinking", "redacted_thinking"})


@dataclass(slots=True)
class _OpenBlock:
    """A block that grows; `json` is a tool call's input so far."""

    start: Block
    text: list[str] = field(default_factory=list)
    signature: str = ""

    @property
    def content(self) -> str:
        return "".join(self.text)

    def call(self) -> ToolCall:
        return tool_call(self.start.id, self.start.name, self.content)

    def native(self) -> dict[str, Any]:
        """The block as it must be sent back; a call's input is taken from the call itself."""
        match self.start.type:
            case "thinking":
                signature = self.signature or self.start.signature or ""
                return {"type": "thinking", "thinking": self.content, "signature": signature}
            case "redacted_thinking":
                return {"type": "redacted_thinking", "data": self.start.data}
            case "tool_use":
                return {"type": "tool_use", "id": self.start.id}
            case _:
                return {"type": "text", "text": self.content}


class Answer:
    """Follows the blocks of one message."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._blocks: dict[int, _OpenBlock] = {}
        self._usage = EventUsage()
        self._stop_reason: str | None = None
        self._has_started = False

    def events(self, stream: Iterable[Event]) -> Iterator[StreamEvent]:
        """The whole stream; without a `Stop` when it ends before the message does.

        Raises:
            Refused: an error event (case P06).
            ContentBlocked: the model refused by policy.
            ProviderProtocol: none of the events was one.
        """
        is_empty = True
        for event in stream:
            is_empty = False
            if event.type == "message_stop":
                break
            yield from self._event(event)
        if not is_empty and not self._has_started:
            raise protocol_error(self._peer, "sent events of another protocol")
        if self._stop_reason is not None:
            yield from self._end()

    def _event(self, event: Event) -> Iterator[StreamEvent]:
        match event.type:
            case "error":
                raise Refused(complaint_from({"error": event.error or ""}))
            case "message_start":
                self._has_started = True
                self._count(event.message.usage if event.message else None)
            case "content_block_start":
                block = event.content_block or Block()
                self._blocks[event.index] = _OpenBlock(block)
                yield from self._grow(event.index, EventDelta(block.type, block.text))
            case "content_block_delta":
                yield from self._grow(event.index, event.delta or EventDelta())
            case "message_delta":
                self._count(event.usage)
                if event.delta is not None:
                    self._stop_reason = event.delta.stop_reason or self._stop_reason
            case _:
                pass

    def _grow(self, index: int, delta: EventDelta) -> Iterator[StreamEvent]:
        block = self._blocks.setdefault(index, _OpenBlock(Block("text")))
        piece = delta.text or delta.thinking or delta.partial_json
        block.signature += delta.signature
        if not piece:
            return
        block.text.append(piece)
        if delta.thinking:
            yield ReasoningDelta(piece)
        elif delta.text:
            yield TextDelta(piece)

    def _end(self) -> Iterator[StreamEvent]:
        if is_blocked(self._stop_reason):
            raise ContentBlocked(
                f"The answer was blocked by {self._peer.name}: {self._stop_reason} (model"
                f" {self._peer.model}). Word the question differently, or choose another provider.",
                provider=self._peer.provider_id,
                model=self._peer.model,
            )
        calls = [block.call() for block in self._ordered() if block.start.type == "tool_use"]
        for call in calls:
            yield ToolRequested(call)
        if state := self._state():
            yield StateKept(state)
        yield self._neutral_usage()
        is_cut = any(map(is_truncated, calls))
        yield Stop(StopReason.MAX_TOKENS if is_cut else normalize_stop_reason(self._stop_reason))

    def _ordered(self) -> list[_OpenBlock]:
        return [self._blocks[index] for index in sorted(self._blocks)]

    def _state(self) -> ProviderState | None:
        blocks = self._ordered()
        if not any(block.start.type in THINKING for block in blocks):
            return None
        native = [block.native() for block in blocks]
        return ProviderState(self._peer.provider_id, self._peer.model, {BLOCKS: native})

    def _count(self, usage: EventUsage | None) -> None:
        for name in EventUsage.__struct_fields__:
            value = getattr(usage, name, None)
            if value is not None:
                setattr(self._usage, name, value)

    def _neutral_usage(self) -> Usage:
        usage = self._usage
        cached = usage.cache_read_input_tokens or 0
        asked = (usage.input_tokens or 0) + (usage.cache_creation_input_tokens or 0) + cached
        return Usage(asked, usage.output_tokens or 0, cached)
