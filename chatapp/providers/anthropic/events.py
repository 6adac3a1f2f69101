"""The fields of Anthropic's stream events that are used, in one lenient shape for all of them."""

from typing import Any

import msgspec


class EventUsage(msgspec.Struct):
    """Token counts; the total input is the sum of the three."""

    input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    output_tokens: int | None = None


class StartedMessage(msgspec.Struct):
    """The message that begins."""

    usage: EventUsage | None = None


class Block(msgspec.Struct):
    """A content block as it starts."""

    type: str = ""
    id: str = ""
    name: str = ""
    text: str = ""
    thinking: str = ""
    signature: str | None = None
    data: str = ""


class EventDelta(msgspec.Struct):
    """What was added to a block, or to the message."""

    type: str = ""
    text: str = ""
    partial_json: str = ""
    thinking: str = ""
    signature: str = ""
    stop_reason: str | None = None


class Event(msgspec.Struct):
    """One event; `type` says which fields are there."""

    type: str = ""
    index: int = 0
    message: StartedMessage | None = None
    content_block: Block | None = None
    delta: EventDelta | None = None
    usage: EventUsage | None = None
    error: dict[str, Any] | str | None = None


decoder = msgspec.json.Decoder(Event, strict=False)
