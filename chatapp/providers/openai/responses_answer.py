"""One streamed response of OpenAI's Responses API as neutral events. Pure: in and out."""

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
from chatapp.providers.openai.responses_events import Response, ResponseEvent
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.stop_reasons import is_blocked, normalize_stop_reason
from chatapp.providers.wire.arguments import is_truncated, tool_call
from chatapp.providers.wire.http import protocol_error

ITEMS: Final = "items"
"""The key of the kept state: reasoning items, encrypted, which calls may not go without."""

_TEXT: Final = frozenset({"response.output_text.delta", "response.refusal.delta"})
_REASONING: Final = frozenset(
    {"response.reasoning_summary_text.delta", "response.reasoning_text.delta"}
)
_ENDS: Final = frozenset({"response.completed", "response.incomplete"})
_FAILS: Final = frozenset({"response.failed", "error"})


class ResponsesAnswer:
    """Collects the items of one response."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._calls: list[dict[str, Any]] = []
        self._reasoning: list[dict[str, Any]] = []

    def events(self, stream: Iterable[ResponseEvent]) -> Iterator[StreamEvent]:
        """The whole stream; without a `Stop` when it ends before the response does.

        Raises:
            Refused: the response failed.
            ContentBlocked: the provider's filter ended it.
            ProviderProtocol: none of the events was one.
        """
        is_ours = True
        for event in stream:
            is_ours = event.type.startswith("response.") or event.type == "error"
            if event.type in _FAILS:
                raise Refused(complaint_from(_failure(event)))
            if event.type in _ENDS:
                yield from self._end(event.response or Response())
                return
            yield from self._piece(event)
        if not is_ours:
            raise protocol_error(self._peer, "sent events of another protocol")

    def _piece(self, event: ResponseEvent) -> Iterator[StreamEvent]:
        if event.type in _TEXT and event.delta:
            yield TextDelta(event.delta)
        elif event.type in _REASONING and event.delta:
            yield ReasoningDelta(event.delta)
        elif event.type == "response.output_item.done" and event.item:
            kind = event.item.get("type")
            if kind == "function_call":
                self._calls.append(event.item)
            elif kind == "reasoning":
                self._reasoning.append(event.item)

    def _end(self, response: Response) -> Iterator[StreamEvent]:
        details = response.incomplete_details
        reason = details.reason if details else None
        if is_blocked(reason):
            raise ContentBlocked(
                f"The answer was blocked by {self._peer.name}: {reason} (model"
                f" {self._peer.model}). Word the question differently, or choose another provider.",
                provider=self._peer.provider_id,
                model=self._peer.model,
            )
        calls = [
            tool_call(str(item.get("call_id")), str(item.get("name")), item.get("arguments") or "")
            for item in self._calls
        ]
        for call in calls:
            yield ToolRequested(call)
        if self._reasoning:
            data = {ITEMS: self._reasoning}
            yield StateKept(ProviderState(self._peer.provider_id, self._peer.model, data))
        if response.usage is not None:
            yield response.usage.neutral()
        yield Stop(
            _stop_reason(reason, has_calls=bool(calls), is_cut=any(map(is_truncated, calls)))
        )


def _stop_reason(reason: str | None, *, has_calls: bool, is_cut: bool) -> str:
    if is_cut:
        return StopReason.MAX_TOKENS
    return StopReason.TOOL_USE if has_calls and not reason else normalize_stop_reason(reason)


def _failure(event: ResponseEvent) -> dict[str, Any]:
    error = event.response.error if event.response else None
    return {"error": error or event.error or {"message": event.message, "code": event.code}}
