"""The fields of a Gemini stream chunk that are used; nothing is required (case P13)."""

from typing import Any

import msgspec

from chatapp.domain.stream import Usage


class FunctionCall(msgspec.Struct, omit_defaults=True):
    """A call, always whole; newer models give it an id."""

    name: str = ""
    args: dict[str, Any] | None = None
    id: str | None = None


class Part(msgspec.Struct, omit_defaults=True, rename="camel"):
    """One part of a reply; the signature belongs to this part and no other (case P11)."""

    text: str | None = None
    thought: bool = False
    function_call: FunctionCall | None = None
    thought_signature: str | None = None


class Content(msgspec.Struct):
    """The parts of a candidate."""

    parts: list[Part] | None = None


class Candidate(msgspec.Struct, rename="camel"):
    """The one candidate that is asked for."""

    content: Content | None = None
    finish_reason: str | None = None


class PromptFeedback(msgspec.Struct, rename="camel"):
    """Why the question was blocked."""

    block_reason: str | None = None


class UsageMetadata(msgspec.Struct, rename="camel"):
    """Token counts, cumulative over the chunks."""

    prompt_token_count: int | None = None
    candidates_token_count: int | None = None
    thoughts_token_count: int | None = None
    cached_content_token_count: int | None = None

    def neutral(self) -> Usage:
        """The counts as every provider reports them; thoughts are output."""
        output = (self.candidates_token_count or 0) + (self.thoughts_token_count or 0)
        return Usage(self.prompt_token_count or 0, output, self.cached_content_token_count or 0)


class Chunk(msgspec.Struct, rename="camel"):
    """One event of the stream."""

    candidates: list[Candidate] | None = None
    prompt_feedback: PromptFeedback | None = None
    usage_metadata: UsageMetadata | None = None
    error: dict[str, Any] | str | None = None


decoder = msgspec.json.Decoder(Chunk, strict=False)
