"""The OpenAI dialect: a turn as the chunks of a chat completion.

Its frames have no ids, names or retry times: OpenAI's clients take every one of these for an event
and fail at the missing data. So it cannot be resumed, and an event that would replace what was
said before ends the stream in an error. Unlike the other dialects an encoder belongs to one
response: it counts what it wrote and remembers why the model stopped.
"""

from dataclasses import dataclass
from typing import Final, Literal

from chatapp.access.streams import JournalEntry
from chatapp.domain.errors import Conflict, DependencyUnavailable, StreamInterrupted
from chatapp.domain.events import (
    Cancelled,
    Completed,
    Failed,
    Step,
    ToolFinished,
    ToolStarted,
    Truncated,
    TurnEvent,
    TurnStarted,
)
from chatapp.domain.stream import Notice, ReasoningDelta, TextDelta
from chatapp.web.openai_errors import body, kind_of
from chatapp.web.sse.frames import json_line

OPENING: Final = b": open\n\n"
"""The first bytes: a comment, since a retry time would be an event without data to a client."""

STOPPED: Final = "The answer was stopped; what was written is kept in the conversation."

_DONE: Final = b"data: [DONE]\n\n"
_MAX_TOKENS: Final = "max_tokens"
_FINISHED: Final = "finished"
_BYTES_PER_TOKEN: Final = 4
_MOST_INPUT_CHARS: Final = 300


@dataclass(frozen=True, slots=True)
class Completion:
    """What all chunks of one answer share.

    Attributes:
        created: Seconds since 1970.
        prompt_bytes: The size of what the caller sent, for the estimate of usage.
        has_usage: Whether the last chunk tells it.
        stop_reason: Why the model stopped, for an answer that is told again from the store.
    """

    completion_id: str
    model: str
    created: int
    prompt_bytes: int
    has_usage: bool = False
    stop_reason: str = ""


class OpenAiDialect:
    """The encoder of one chat completion."""

    def __init__(self, completion: Completion) -> None:
        self._completion = completion
        self._head = _head(completion)
        self._tail = b',"usage":null}\n\n' if completion.has_usage else b"}\n\n"
        self._stop_reason = completion.stop_reason
        self._written_bytes = 0

    def entry(self, entry: JournalEntry) -> bytes:
        """The chunk of an event.

        Raises:
            StreamInterrupted: the event replaces what a client can no longer take back.
        """
        if entry.is_snapshot and self._written_bytes:
            raise StreamInterrupted(
                "The stream broke. Send the request again with the same Idempotency-Key to read the"
                " stored answer."
            )
        return self.unnumbered(entry.event)

    def unnumbered(self, event: TurnEvent) -> bytes:
        """The chunk of an event; an error is the last frame, with nothing after it."""
        match event:
            case Completed():
                return self._end()
            case Failed():
                return _error(kind_of(event).status, event.code, event.message)
            case Cancelled():
                return _error(Conflict.status, "canceled", STOPPED)
        self._stop_reason = stop_reason(event) or self._stop_reason
        delta = delta_of(event)
        if delta is None:
            return b""
        self._written_bytes += sum(len(text.encode()) for text in delta.values())
        return self._chunk(delta)

    def reconnect(self) -> bytes:
        """An error that says so: this wire has no way to come back to a stream."""
        leaving = DependencyUnavailable
        return _error(
            leaving.status, leaving.code, "This server is restarting. Send the request again."
        )

    def _chunk(self, delta: dict[str, str], finish: str | None = None) -> bytes:
        return b'%b%b,"logprobs":null,"finish_reason":%b}]%b' % (
            self._head,
            json_line(delta),
            json_line(finish),
            self._tail,
        )

    def _end(self) -> bytes:
        last = self._chunk({}, finish_reason(self._stop_reason))
        if not self._completion.has_usage:
            return last + _DONE
        used = usage(self._completion.prompt_bytes, self._written_bytes)
        chunk = {**_shared(self._completion), "choices": [], "usage": used}
        return b"%bdata: %b\n\n%b" % (last, json_line(chunk), _DONE)


def delta_of(event: TurnEvent) -> dict[str, str] | None:
    """What an event adds to the message; None for one that this dialect does not tell."""
    match event:
        case TextDelta(text):
            return {"content": text}
        case TurnStarted():
            return {"role": "assistant", "content": ""}
        case ReasoningDelta(text):
            return {"reasoning_content": text}
    activity = _activity(event)
    return {"reasoning_content": f"{activity}\n"} if activity else None


def _activity(event: TurnEvent) -> str:
    """A line about what is being done; empty for what is none."""
    match event:
        case ToolStarted(name=name, arguments=arguments):
            given = json_line(arguments).decode()
            cut = "…" if len(given) > _MOST_INPUT_CHARS else ""
            return f"{name} {given[:_MOST_INPUT_CHARS]}{cut}"
        case ToolFinished(name=name, summary=summary, error_code=error_code):
            failed = "" if error_code is None else f" failed ({error_code})"
            return f"{name}{failed}: {summary or 'done'}"
        case Notice(detail=detail):
            return detail
        case Truncated(loops):
            return f"The limit of {loops} rounds was reached; answering from what was found."
    return ""


def stop_reason(event: TurnEvent) -> str:
    """The word of an event that says why the model stopped; empty for the others."""
    return event.detail if isinstance(event, Step) and event.phase == _FINISHED else ""


def finish_reason(reason: str) -> Literal["stop", "length"]:
    """A stop reason of ours in OpenAI's two words."""
    return "length" if reason == _MAX_TOKENS else "stop"


def usage(prompt_bytes: int, answer_bytes: int) -> dict[str, int]:
    """Tokens, estimated from what the caller sent and reads; it is not the provider's bill."""
    prompt, answer = (-(-size // _BYTES_PER_TOKEN) for size in (prompt_bytes, answer_bytes))
    return {
        "prompt_tokens": prompt,
        "completion_tokens": answer,
        "total_tokens": prompt + answer,
    }


def _shared(completion: Completion) -> dict[str, object]:
    return {
        "id": completion.completion_id,
        "object": "chat.completion.chunk",
        "created": completion.created,
        "model": completion.model,
    }


def _head(completion: Completion) -> bytes:
    """A chunk up to its delta: the same for all of them."""
    shared = json_line(_shared(completion)).removesuffix(b"}")
    return b'data: %b,"choices":[{"index":0,"delta":' % shared


def _error(status: int, code: str, message: str) -> bytes:
    return b"data: %b\n\n" % json_line(body(status, code, message))
