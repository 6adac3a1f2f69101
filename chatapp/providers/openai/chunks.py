"""The fields of a chat completion chunk that are used; everything else is skipped unread.

Compatible servers leave out, null and stretch fields, so nothing is required (case P03).
"""

from typing import Any

import msgspec

from chatapp.domain.stream import Usage


class FunctionDelta(msgspec.Struct):
    """A piece of a call; some servers send the arguments as an object, whole."""

    name: str | None = None
    arguments: str | dict[str, Any] | None = None


class CallDelta(msgspec.Struct):
    """A piece of a call and where it belongs, as far as the server says."""

    index: int | None = None
    id: str | None = None
    function: FunctionDelta | None = None
    extra_content: dict[str, Any] | None = None


class Delta(msgspec.Struct):
    """What was added; also the whole message of an answer that was not streamed.

    Some servers (Mistral) send content as parts, with the thinking among them.
    """

    content: str | list[dict[str, Any]] | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    reasoning_details: list[dict[str, Any]] | None = None
    refusal: str | None = None
    tool_calls: list[CallDelta] | None = None


def text_and_thinking(content: str | list[dict[str, Any]] | None) -> tuple[str, str]:
    """The visible text and the thinking of a content in either form."""
    if content is None or isinstance(content, str):
        return content or "", ""
    text = "".join(str(part["text"]) for part in content if part.get("text"))
    thinking = [part["thinking"] for part in content if part.get("thinking")]
    return text, "".join(text_and_thinking(part)[0] for part in thinking)


class Choice(msgspec.Struct):
    """The one choice that is asked for."""

    delta: Delta | None = None
    message: Delta | None = None
    finish_reason: str | None = None


class PromptDetails(msgspec.Struct):
    """Where OpenAI counts what its cache served."""

    cached_tokens: int | None = None


class ChunkUsage(msgspec.Struct):
    """Token counts, with the places where DeepSeek and Kimi count the cache."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: PromptDetails | None = None
    prompt_cache_hit_tokens: int | None = None
    cached_tokens: int | None = None

    def neutral(self) -> Usage:
        """The counts as every provider reports them."""
        details = self.prompt_tokens_details or PromptDetails()
        cached = details.cached_tokens or self.prompt_cache_hit_tokens or self.cached_tokens or 0
        return Usage(self.prompt_tokens or 0, self.completion_tokens or 0, cached)


class Chunk(msgspec.Struct):
    """One event of the stream."""

    choices: list[Choice] | None = None
    usage: ChunkUsage | None = None
    error: str | dict[str, Any] | None = None
    object: str | None = None


decoder = msgspec.json.Decoder(Chunk, strict=False)
