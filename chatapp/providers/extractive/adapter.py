"""`extractive` as a `ChatProvider`: no model, no key, no network.

A few rounds of tool calls, then the answer. It reads only what the conversation holds and
says of itself that no language model was used. Made by `chatapp.providers.registry`.
"""

from collections.abc import Iterator, Sequence

from chatapp.domain.ids import new_id
from chatapp.domain.json import JsonObject
from chatapp.domain.messages import ToolCall, WireMessage
from chatapp.domain.stream import Stop, StopReason, StreamEvent, TextDelta, ToolRequested, Usage
from chatapp.domain.tools import ToolExecutor
from chatapp.infra.handle import Infra
from chatapp.providers.base import ChatProvider
from chatapp.providers.extractive.answer import compose
from chatapp.providers.extractive.chunks import pieces
from chatapp.providers.extractive.conversation import situation
from chatapp.providers.extractive.plan import next_calls
from chatapp.providers.selection import Selection


class ExtractiveProvider:
    """Answers out of evidence."""

    provider_id = "extractive"

    def __init__(self, model: str = "extractive") -> None:
        self.model = model

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
        """Ask for tools, or answer from what they gave; what only a model needs is not used."""
        del system_prompt, max_tokens, temperature, request_id, tool_executor
        found = situation(messages)
        wishes = next_calls(found, tools)
        for wish in wishes:
            yield ToolRequested(ToolCall(f"call_{new_id()[:16]}", wish.tool, wish.arguments))
        if not wishes:
            for number, block in enumerate(compose(found)):
                yield from map(TextDelta, pieces(f"\n\n{block}" if number else block))
        yield Usage(0, 0)
        yield Stop(StopReason.TOOL_USE if wishes else StopReason.END_TURN)


def create(infra: Infra, selection: Selection) -> ChatProvider:
    """The provider as the registry makes it."""
    del infra
    return ExtractiveProvider(selection.model)
