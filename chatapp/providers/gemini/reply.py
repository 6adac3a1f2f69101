"""One streamed Gemini reply: its neutral events, and its content exactly as it must go back.

Gemini 3 refuses a history whose function calls lack the thought signature they came with, on the
very part they came on. A reply is therefore kept in two forms: for the loop inside one stream as
native content, and for the store as opaque state of its calls and texts (case P11).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from chatapp.domain.errors import ContentBlocked
from chatapp.domain.messages import ProviderState, ToolCall
from chatapp.domain.stream import ReasoningDelta, StreamEvent, TextDelta
from chatapp.providers.gemini.chunks import Chunk, FunctionCall, Part, UsageMetadata
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.stop_reasons import is_blocked
from chatapp.providers.wire.http import protocol_error

SIGNATURE: Final = "thoughtSignature"
NATIVE_ID: Final = "id"
TEXTS: Final = "texts"


@dataclass(frozen=True, slots=True)
class NativeCall:
    """A call in both forms."""

    call: ToolCall
    native: FunctionCall


class Reply:
    """Collects one model content.

    Attributes:
        parts: The parts to send back, adjacent texts joined, without thoughts.
        calls: The function calls among them, in order.
        finish_reason: As Gemini says it; None while the stream runs.
    """

    def __init__(self, peer: Peer) -> None:
        self.parts: list[Part] = []
        self.calls: list[NativeCall] = []
        self.finish_reason: str | None = None
        self.usage: UsageMetadata | None = None
        self._peer = peer

    def events(self, chunks: Iterable[Chunk]) -> Iterator[StreamEvent]:
        """Text and reasoning as they come; the rest is in the attributes afterwards.

        Raises:
            Refused: an error inside the stream.
            ContentBlocked: the question or the answer was blocked (case P13).
            ProviderProtocol: none of the chunks was one.
        """
        is_ours = True
        for chunk in chunks:
            is_ours = self._is_ours(chunk)
            for candidate in chunk.candidates or ():
                parts = candidate.content.parts if candidate.content else None
                for part in parts or ():
                    yield from self._part(part)
                self.finish_reason = candidate.finish_reason or self.finish_reason
        if not is_ours and self.finish_reason is None:
            raise protocol_error(self._peer, "sent events of another protocol")
        if is_blocked(self.finish_reason):
            raise self._blocked(self.finish_reason)

    def native(self) -> dict[str, Any]:
        """The content for the next request of this stream."""
        return {"role": "model", "parts": [native_part(part) for part in self.parts]}

    def state(self) -> ProviderState | None:
        """The texts with their signatures, when any text has one."""
        texts = [part for part in self.parts if part.text is not None]
        if not any(part.thought_signature for part in texts):
            return None
        return self._kept({TEXTS: [native_part(part) for part in texts]})

    def _is_ours(self, chunk: Chunk) -> bool:
        if chunk.error is not None:
            raise Refused(complaint_from({"error": chunk.error}))
        if chunk.prompt_feedback and chunk.prompt_feedback.block_reason:
            raise self._blocked(chunk.prompt_feedback.block_reason)
        self.usage = chunk.usage_metadata or self.usage
        return chunk.candidates is not None or chunk.usage_metadata is not None

    def _part(self, part: Part) -> Iterator[StreamEvent]:
        if part.function_call is not None:
            self.parts.append(part)
            self.calls.append(NativeCall(self._call(part), part.function_call))
        elif part.thought:
            if part.text:
                yield ReasoningDelta(part.text)
        elif part.text or part.thought_signature:
            self._add_text(part)
            if part.text:
                yield TextDelta(part.text)

    def _add_text(self, part: Part) -> None:
        """Join it to the text before, unless either is signed: signatures stay where they were."""
        last = self.parts[-1] if self.parts else None
        is_open = last is not None and last.text is not None and not last.thought_signature
        if last is not None and is_open and not part.thought_signature:
            last.text = f"{last.text}{part.text or ''}"
        else:
            self.parts.append(Part(text=part.text or "", thought_signature=part.thought_signature))

    def _call(self, part: Part) -> ToolCall:
        function = part.function_call or FunctionCall()
        data = {}
        if part.thought_signature:
            data[SIGNATURE] = part.thought_signature
        if function.id:
            data[NATIVE_ID] = function.id
        call_id = function.id or f"call_{uuid4().hex}"
        state = self._kept(data) if data else None
        return ToolCall(call_id, function.name, function.args or {}, None, state)

    def _kept(self, data: dict[str, Any]) -> ProviderState:
        return ProviderState(self._peer.provider_id, self._peer.model, data)

    def _blocked(self, reason: str | None) -> ContentBlocked:
        return ContentBlocked(
            f"Blocked by {self._peer.name}: {reason} (model {self._peer.model})."
            " Word the question differently, or choose another provider.",
            provider=self._peer.provider_id,
            model=self._peer.model,
        )


def native_part(part: Part) -> dict[str, Any]:
    """The part in the wire's form."""
    native: dict[str, Any] = {}
    if part.text is not None:
        native["text"] = part.text
    if part.function_call is not None:
        native["functionCall"] = native_call(part.function_call)
    if part.thought_signature:
        native[SIGNATURE] = part.thought_signature
    return native


def native_call(call: FunctionCall) -> dict[str, Any]:
    """The call in the wire's form."""
    native: dict[str, Any] = {"name": call.name, "args": call.args or {}}
    return native | ({"id": call.id} if call.id else {})
