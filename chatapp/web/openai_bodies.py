"""What comes in and goes out at the OpenAI door, and its part of the OpenAPI document.

Fields of OpenAI's that say how to sample are taken and have no effect here; a client that relies on
one which changes what an answer is gets an error instead of a surprise.
"""

from typing import Literal

import msgspec


class ContentPart(msgspec.Struct):
    """A piece of a message; only text is read."""

    type: str
    text: str = ""


class ChatMessage(msgspec.Struct):
    """One message of the caller's list."""

    role: str
    content: str | list[ContentPart] | None = None


class StreamOptions(msgspec.Struct):
    """How a stream ends."""

    include_usage: bool = False


class ChatBody(msgspec.Struct, kw_only=True):
    """A chat completion to make; fields that are not listed have no effect."""

    model: str
    messages: list[ChatMessage]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    metadata: dict[str, str] | None = None
    n: int | None = None
    tool_choice: object = None
    response_format: object = None


class ModelAnswer(msgspec.Struct):
    """A repository as a model."""

    id: str
    created: int
    object: Literal["model"] = "model"
    owned_by: str = "chatapp"


class ModelList(msgspec.Struct):
    """The repositories that the caller may ask about."""

    data: list[ModelAnswer]
    object: Literal["list"] = "list"


class AnswerMessage(msgspec.Struct, omit_defaults=True):
    """The answer; `reasoning_content` tells what was looked up on the way."""

    role: Literal["assistant"]
    content: str
    reasoning_content: str | None = None


class Choice(msgspec.Struct):
    """The only choice."""

    message: AnswerMessage
    finish_reason: Literal["stop", "length"]
    index: int = 0
    logprobs: None = None


class TokenEstimate(msgspec.Struct):
    """An estimate of the tokens that were sent and read."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatCompletion(msgspec.Struct):
    """A whole answer."""

    id: str
    created: int
    model: str
    choices: list[Choice]
    usage: TokenEstimate
    object: Literal["chat.completion"] = "chat.completion"


class OpenAiErrorFields(msgspec.Struct):
    """What went wrong."""

    message: str
    type: str
    param: str | None
    code: str


class OpenAiError(msgspec.Struct):
    """Every error at the OpenAI door."""

    error: OpenAiErrorFields
