"""One streamed chat completion as neutral events. Pure: chunks in, events out."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from chatapp.domain.errors import ContentBlocked
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import (
    ReasoningDelta,
    StateKept,
    Stop,
    StopReason,
    StreamEvent,
    TextDelta,
    ToolRequested,
)
from chatapp.providers.openai.calls import CallCollector
from chatapp.providers.openai.chunks import Choice, Chunk, ChunkUsage, text_and_thinking
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.stop_reasons import is_blocked, normalize_stop_reason
from chatapp.providers.wire.arguments import is_truncated
from chatapp.providers.wire.http import protocol_error

REASONING_TEXT: Final = "reasoning_content"
REASONING_DETAILS: Final = "reasoning_details"


class Answer:
    """Collects what only makes sense at the end: calls, usage, opaque reasoning."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._calls = CallCollector()
        self._usage: ChunkUsage | None = None
        self._finish_reason: str | None = None
        self._has_choices = False
        self._reasoning: list[str] = []
        self._details: list[dict[str, Any]] = []

    def events(self, chunks: Iterable[Chunk]) -> Iterator[StreamEvent]:
        """The whole stream; without a `Stop` when the chunks end before the answer does.

        Raises:
            Refused: the server reports an error inside the stream (case P05).
            ContentBlocked: the provider's filter ended the answer.
            ProviderProtocol: none of the chunks was one.
        """
        is_ours = True
        for chunk in chunks:
            if chunk.error is not None:
                raise Refused(complaint_from({"error": chunk.error}))
            is_ours = chunk.choices is not None or chunk.usage is not None or self._has_choices
            self._usage = chunk.usage or self._usage
            for choice in chunk.choices or ():
                self._has_choices = True
                yield from self._choice(choice)
        if not is_ours:
            raise protocol_error(self._peer, "sent events of another protocol")
        if self._finish_reason is not None or getattr(chunks, "is_done", False):
            yield from self._end()

    def _choice(self, choice: Choice) -> Iterator[StreamEvent]:
        self._finish_reason = choice.finish_reason or self._finish_reason
        delta = choice.delta or choice.message
        if delta is None:
            return
        if delta.tool_calls:
            for piece in delta.tool_calls:
                self._calls.add(piece)
        content, thinking = text_and_thinking(delta.content)
        if reasoning := delta.reasoning_content or delta.reasoning or thinking:
            self._reasoning.append(reasoning)
            yield ReasoningDelta(reasoning)
        if delta.reasoning_details:
            self._details += delta.reasoning_details
        if text := content or delta.refusal:
            yield TextDelta(text)

    def _end(self) -> Iterator[StreamEvent]:
        if is_blocked(self._finish_reason):
            raise _blocked(self._peer, self._finish_reason)
        calls = self._calls.calls()
        for call in calls:
            yield ToolRequested(call)
        if state := self._state():
            yield StateKept(state)
        if self._usage is not None:
            yield self._usage.neutral()
        if any(map(is_truncated, calls)):
            yield Stop(StopReason.MAX_TOKENS)
        elif calls:
            yield Stop(_with_calls(self._finish_reason))
        else:
            yield Stop(normalize_stop_reason(self._finish_reason))

    def _state(self) -> ProviderState | None:
        """What thinking models want back beside their calls, in the field they sent it in."""
        data: dict[str, Any] = {}
        if self._details:
            data = {REASONING_DETAILS: merged(self._details)}
        elif self._reasoning:
            data = {REASONING_TEXT: "".join(self._reasoning)}
        return ProviderState(self._peer.provider_id, self._peer.model, data) if data else None


def merged(details: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Streamed pieces of one reasoning block joined: they must go back as whole blocks."""
    blocks: list[dict[str, Any]] = []
    for piece in details:
        last = blocks[-1] if blocks else None
        if last is None or _place(last) != _place(piece):
            blocks.append(dict(piece))
            continue
        for name, value in piece.items():
            is_text = name in {"text", "summary", "data"} and isinstance(value, str)
            last[name] = (last.get(name) or "") + value if is_text else value or last.get(name)
    return blocks


def _place(block: dict[str, Any]) -> tuple[Any, Any]:
    return block.get("type"), block.get("index")


def _with_calls(finish_reason: str | None) -> str:
    """`tool_use` for calls that ended in "stop", as many servers say (case P17 for the rest)."""
    reason = normalize_stop_reason(finish_reason)
    return StopReason.TOOL_USE if reason == StopReason.END_TURN else reason


def _blocked(peer: Peer, reason: str | None) -> ContentBlocked:
    return ContentBlocked(
        f"The answer was blocked by {peer.name}: {reason} (model {peer.model})."
        " Word the question differently, or choose another provider.",
        provider=peer.provider_id,
        model=peer.model,
    )
