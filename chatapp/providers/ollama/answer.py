"""One streamed Ollama chat as neutral events. Pure: lines in, events out."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final
from uuid import uuid4

import msgspec

from chatapp.domain.messages import ToolCall
from chatapp.domain.stream import (
    Notice,
    ReasoningDelta,
    Stop,
    StopReason,
    StreamEvent,
    TextDelta,
    ToolRequested,
    Usage,
)
from chatapp.providers.policy.complaint import complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.stop_reasons import normalize_stop_reason
from chatapp.providers.wire.arguments import tool_call

FULL_MARGIN_TOKENS: Final = 16


class Function(msgspec.Struct):
    """A call, always whole."""

    name: str = ""
    arguments: dict[str, Any] | str | None = None


class Call(msgspec.Struct):
    """The wrapper around a call."""

    function: Function | None = None
    id: str | None = None


class Said(msgspec.Struct):
    """What was added."""

    content: str | None = None
    thinking: str | None = None
    tool_calls: list[Call] | None = None


class Line(msgspec.Struct):
    """One line; the last has `done` and the counts."""

    message: Said | None = None
    done: bool = False
    done_reason: str | None = None
    prompt_eval_count: int | None = None
    eval_count: int | None = None
    error: str | dict[str, Any] | None = None


decoder = msgspec.json.Decoder(Line, strict=False)


class Answer:
    """Follows one chat with a window of `num_ctx` tokens."""

    def __init__(self, num_ctx: int) -> None:
        self._num_ctx = num_ctx
        self._has_calls = False

    def events(self, lines: Iterable[Line]) -> Iterator[StreamEvent]:
        """The whole stream; without a `Stop` when it ends before the answer does.

        Raises:
            Refused: an error inside the stream.
        """
        for line in lines:
            if line.error is not None:
                raise Refused(complaint_from({"error": line.error}))
            if line.message is not None:
                yield from self._said(line.message)
            if line.done:
                yield from self._end(line)

    def _said(self, said: Said) -> Iterator[StreamEvent]:
        if said.thinking:
            yield ReasoningDelta(said.thinking)
        if said.content:
            yield TextDelta(said.content)
        for call in said.tool_calls or ():
            self._has_calls = True
            yield ToolRequested(_call(call))

    def _end(self, line: Line) -> Iterator[StreamEvent]:
        asked, answered = line.prompt_eval_count or 0, line.eval_count or 0
        if asked >= self._num_ctx - FULL_MARGIN_TOKENS:
            yield context_cut(self._num_ctx)
        if asked or answered:
            yield Usage(asked, answered)
        reason = normalize_stop_reason(line.done_reason)
        is_call = self._has_calls and reason == StopReason.END_TURN
        yield Stop(StopReason.TOOL_USE if is_call else reason)


def context_cut(num_ctx: int) -> Notice:
    """Ollama cuts a long conversation without a word, so we say it."""
    return Notice(
        "context_cut",
        f"The conversation fills the model's window of {num_ctx} tokens, so Ollama left out its"
        " beginning. Start a new conversation, or raise CHATAPP_CONTEXT_TOKENS if the machine has"
        " the memory.",
    )


def _call(call: Call) -> ToolCall:
    function = call.function or Function()
    arguments = function.arguments
    text = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
    return tool_call(call.id or f"call_{uuid4().hex}", function.name, text)
