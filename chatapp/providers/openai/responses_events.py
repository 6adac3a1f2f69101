"""The fields of OpenAI's Responses stream events that are used."""

from typing import Any

import msgspec

from chatapp.domain.stream import Usage


class InputDetails(msgspec.Struct):
    """What the cache served."""

    cached_tokens: int | None = None


class ResponseUsage(msgspec.Struct):
    """Token counts."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    input_tokens_details: InputDetails | None = None

    def neutral(self) -> Usage:
        """The counts as every provider reports them."""
        details = self.input_tokens_details or InputDetails()
        return Usage(self.input_tokens or 0, self.output_tokens or 0, details.cached_tokens or 0)


class IncompleteDetails(msgspec.Struct):
    """Why a response is not whole."""

    reason: str | None = None


class Response(msgspec.Struct):
    """The response as the last event has it."""

    usage: ResponseUsage | None = None
    incomplete_details: IncompleteDetails | None = None
    error: dict[str, Any] | str | None = None


class ResponseEvent(msgspec.Struct):
    """One event; `type` says which fields are there."""

    type: str = ""
    delta: str | None = None
    item: dict[str, Any] | None = None
    response: Response | None = None
    message: str | None = None
    code: str | None = None
    error: dict[str, Any] | str | None = None


decoder = msgspec.json.Decoder(ResponseEvent, strict=False)
