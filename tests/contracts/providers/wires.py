"""The protocols as their servers speak them: the same few answers in the bytes of each.

Written after the providers' documentation. `pieces` of a text become one event each.
"""

import json
from abc import ABC, abstractmethod
from typing import Any, Final

from tests.contracts.providers.upstream import Script, document

INPUT_TOKENS: Final = 10
OUTPUT_TOKENS: Final = 5
CACHED_TOKENS: Final = 4


def sse(data: Any, event: str = "") -> bytes:
    """One event."""
    head = f"event: {event}\n" if event else ""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    return f"{head}data: {text}\n\n".encode()


class Wire(ABC):
    """One protocol."""

    provider_id: str
    model: str = "test-model"
    path: str = ""
    has_tokens_cached = True
    gives_reasoning = True

    def __repr__(self) -> str:
        return type(self).__name__

    @abstractmethod
    def text(self, *pieces: str) -> list[bytes]:
        """Events of an answer's text, without its end."""

    @abstractmethod
    def end(self, reason: str = "end_turn") -> list[bytes]:
        """Events that end an answer, with usage; `reason` is a neutral word."""

    @abstractmethod
    def call(self, call_id: str, name: str, arguments: str, index: int = 0) -> list[bytes]:
        """Events of one tool call."""

    @abstractmethod
    def reasoning(self, text: str) -> list[bytes]:
        """Events of reasoning."""

    @abstractmethod
    def error_event(self, kind: str, message: str) -> bytes:
        """An error in the middle of the stream."""

    @abstractmethod
    def error_body(self, status: int, kind: str, message: str) -> Any:
        """The body of an error status."""

    def begin(self) -> list[bytes]:
        """Events before the answer."""
        return []

    def stream(self, *events: bytes) -> Script:
        return Script((*self.begin(), *events), content_type=self.content_type)

    def answer(self, *pieces: str) -> Script:
        return self.stream(*self.text(*pieces), *self.end())

    def error(self, status: int, kind: str, message: str, *headers: tuple[str, str]) -> Script:
        return document(self.error_body(status, kind, message), status, *headers)

    content_type = "text/event-stream"


class OpenAIChat(Wire):
    """Chat completions."""

    provider_id = "openai"
    path = "/v1"

    def chunk(self, delta: Any, finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return sse(
            {
                "id": "chatcmpl-1",
                "object": "chat.completion.chunk",
                "created": 1,
                "model": self.model,
                "choices": [choice],
                "usage": None,
            }
        )

    def text(self, *pieces: str) -> list[bytes]:
        return [self.chunk({"role": "assistant", "content": piece}) for piece in pieces]

    def end(self, reason: str = "end_turn") -> list[bytes]:
        words = {"end_turn": "stop", "max_tokens": "length", "tool_use": "tool_calls"}
        usage = {
            "prompt_tokens": INPUT_TOKENS,
            "completion_tokens": OUTPUT_TOKENS,
            "prompt_tokens_details": {"cached_tokens": CACHED_TOKENS},
        }
        last = {"object": "chat.completion.chunk", "choices": [], "usage": usage}
        return [self.chunk({}, words.get(reason, reason)), sse(last), sse("[DONE]")]

    def call(self, call_id: str, name: str, arguments: str, index: int = 0) -> list[bytes]:
        half = len(arguments) // 2
        function = {"name": name, "arguments": ""}
        start = {"index": index, "id": call_id, "type": "function", "function": function}
        pieces = [{"index": index, "function": {"arguments": part}}
                  for part in (arguments[:half], arguments[half:]) if part]  # fmt: skip
        return [self.chunk({"tool_calls": [piece]}) for piece in (start, *pieces)]

    def reasoning(self, text: str) -> list[bytes]:
        return [self.chunk({"reasoning_content": text})]

    def error_event(self, kind: str, message: str) -> bytes:
        return sse({"error": {"type": kind, "message": message, "code": None}})

    def error_body(self, status: int, kind: str, message: str) -> Any:
        return {"error": {"message": message, "type": kind, "code": kind, "param": None}}


class CompatibleServer(OpenAIChat):
    """vLLM, llama.cpp, LM Studio and the like."""

    provider_id = "openai_compatible"


class DeepSeek(OpenAIChat):
    provider_id = "deepseek"
    path = ""


class Kimi(OpenAIChat):
    provider_id = "kimi"


class OpenRouter(OpenAIChat):
    provider_id = "openrouter"
    path = "/api/v1"


class EdenAI(OpenAIChat):
    provider_id = "edenai"
    path = "/v3"


class LiteLLM(OpenAIChat):
    """A LiteLLM proxy, asked through the library."""

    provider_id = "litellm"


class OpenAIResponses(Wire):
    """The Responses API."""

    provider_id = "openai"
    model = "gpt-5.5-pro"
    path = "/v1"

    def begin(self) -> list[bytes]:
        created = {"type": "response.created", "response": {"id": "r", "status": "in_progress"}}
        return [sse(created, "response.created")]

    def text(self, *pieces: str) -> list[bytes]:
        name = "response.output_text.delta"
        return [sse({"type": name, "item_id": "m", "delta": piece}, name) for piece in pieces]

    def end(self, reason: str = "end_turn") -> list[bytes]:
        words = {"max_tokens": "max_output_tokens"}
        is_whole = reason in {"end_turn", "tool_use"}
        name = "response.completed" if is_whole else "response.incomplete"
        usage = {
            "input_tokens": INPUT_TOKENS,
            "output_tokens": OUTPUT_TOKENS,
            "input_tokens_details": {"cached_tokens": CACHED_TOKENS},
        }
        details = None if is_whole else {"reason": words.get(reason, reason)}
        response = {"status": "completed", "usage": usage, "incomplete_details": details}
        return [sse({"type": name, "response": response}, name)]

    def call(self, call_id: str, name: str, arguments: str, index: int = 0) -> list[bytes]:
        item = {"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments}
        event = "response.output_item.done"
        return [sse({"type": event, "output_index": index, "item": item}, event)]

    def reasoning(self, text: str) -> list[bytes]:
        item = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "SEALED"}
        delta, done = "response.reasoning_summary_text.delta", "response.output_item.done"
        return [sse({"type": delta, "delta": text}, delta), sse({"type": done, "item": item}, done)]

    def error_event(self, kind: str, message: str) -> bytes:
        return sse({"type": "error", "code": kind, "message": message}, "error")

    def error_body(self, status: int, kind: str, message: str) -> Any:
        return {"error": {"message": message, "type": kind, "code": kind, "param": None}}


class Anthropic(Wire):
    """The messages API."""

    provider_id = "anthropic"
    model = "claude-haiku-4-5"

    def __init__(self) -> None:
        self._index = 0

    def begin(self) -> list[bytes]:
        usage = {
            "input_tokens": INPUT_TOKENS - CACHED_TOKENS,
            "output_tokens": 1,
            "cache_read_input_tokens": CACHED_TOKENS,
            "cache_creation_input_tokens": 0,
        }
        message = {"id": "m", "type": "message", "role": "assistant", "content": [], "usage": usage}
        start = sse({"type": "message_start", "message": message}, "message_start")
        return [start, sse({"type": "ping"}, "ping")]

    def block(self, block: Any, *deltas: Any) -> list[bytes]:
        index, self._index = self._index, self._index + 1
        start = {"type": "content_block_start", "index": index, "content_block": block}
        stop = {"type": "content_block_stop", "index": index}
        middle = [
            sse({"type": "content_block_delta", "index": index, "delta": delta},
                "content_block_delta")
            for delta in deltas
        ]  # fmt: skip
        return [sse(start, "content_block_start"), *middle, sse(stop, "content_block_stop")]

    def text(self, *pieces: str) -> list[bytes]:
        deltas = [{"type": "text_delta", "text": piece} for piece in pieces]
        return self.block({"type": "text", "text": ""}, *deltas)

    def end(self, reason: str = "end_turn") -> list[bytes]:
        delta = {"stop_reason": reason, "stop_sequence": None}
        event = {"type": "message_delta", "delta": delta, "usage": {"output_tokens": OUTPUT_TOKENS}}
        return [sse(event, "message_delta"), sse({"type": "message_stop"}, "message_stop")]

    def call(self, call_id: str, name: str, arguments: str, index: int = 0) -> list[bytes]:
        half = len(arguments) // 2
        deltas = [{"type": "input_json_delta", "partial_json": part}
                  for part in ("", arguments[:half], arguments[half:])]  # fmt: skip
        return self.block({"type": "tool_use", "id": call_id, "name": name, "input": {}}, *deltas)

    def reasoning(self, text: str) -> list[bytes]:
        return self.block(
            {"type": "thinking", "thinking": "", "signature": ""},
            {"type": "thinking_delta", "thinking": text},
            {"type": "signature_delta", "signature": "SIGNED"},
        )

    def error_event(self, kind: str, message: str) -> bytes:
        error = {"type": kind, "message": message}
        return sse({"type": "error", "error": error}, "error")

    def error_body(self, status: int, kind: str, message: str) -> Any:
        return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req"}


class Gemini(Wire):
    """streamGenerateContent."""

    provider_id = "gemini"
    model = "gemini-3.5-flash-lite"

    def chunk(self, *parts: Any, finish: str | None = None, **more: Any) -> bytes:
        candidate: dict[str, Any] = {"content": {"parts": list(parts), "role": "model"}, "index": 0}
        if finish:
            candidate["finishReason"] = finish
        return sse({"candidates": [candidate], "modelVersion": self.model, **more})

    def text(self, *pieces: str) -> list[bytes]:
        return [self.chunk({"text": piece}) for piece in pieces]

    def end(self, reason: str = "end_turn") -> list[bytes]:
        words = {"end_turn": "STOP", "tool_use": "STOP", "max_tokens": "MAX_TOKENS"}
        usage = {
            "promptTokenCount": INPUT_TOKENS,
            "candidatesTokenCount": OUTPUT_TOKENS - 2,
            "thoughtsTokenCount": 2,
            "cachedContentTokenCount": CACHED_TOKENS,
        }
        return [self.chunk({"text": ""}, finish=words.get(reason, reason), usageMetadata=usage)]

    def call(self, call_id: str, name: str, arguments: str, index: int = 0) -> list[bytes]:
        args = json.loads(arguments or "{}")
        return [self.chunk({"functionCall": {"name": name, "args": args, "id": call_id}})]

    def reasoning(self, text: str) -> list[bytes]:
        return [self.chunk({"text": text, "thought": True})]

    def error_event(self, kind: str, message: str) -> bytes:
        return sse({"error": {"code": None, "message": message, "status": kind.upper()}})

    def error_body(self, status: int, kind: str, message: str) -> Any:
        return {"error": {"code": status, "message": message, "status": kind.upper()}}


class Ollama(Wire):
    """/api/chat."""

    provider_id = "ollama"
    content_type = "application/x-ndjson"
    has_tokens_cached = False

    def line(self, **fields: Any) -> bytes:
        text = json.dumps({"model": self.model, **fields}, ensure_ascii=False)
        return f"{text}\n".encode()

    def said(self, **message: Any) -> bytes:
        return self.line(message={"role": "assistant", "content": "", **message}, done=False)

    def text(self, *pieces: str) -> list[bytes]:
        return [self.said(content=piece) for piece in pieces]

    def end(self, reason: str = "end_turn") -> list[bytes]:
        words = {"end_turn": "stop", "tool_use": "stop", "max_tokens": "length"}
        return [
            self.line(
                message={"role": "assistant", "content": ""},
                done=True,
                done_reason=words.get(reason, reason),
                prompt_eval_count=INPUT_TOKENS,
                eval_count=OUTPUT_TOKENS,
            )
        ]

    def call(self, call_id: str, name: str, arguments: str, index: int = 0) -> list[bytes]:
        function = {"name": name, "arguments": json.loads(arguments or "{}")}
        return [self.said(tool_calls=[{"id": call_id, "function": function}])]

    def reasoning(self, text: str) -> list[bytes]:
        return [self.said(thinking=text)]

    def error_event(self, kind: str, message: str) -> bytes:
        return self.line(error=f"{kind}: {message}")

    def error_body(self, status: int, kind: str, message: str) -> Any:
        return {"error": f"{kind}: {message}"}


WIRES: Final[tuple[Wire, ...]] = (
    OpenAIChat(),
    OpenAIResponses(),
    Anthropic(),
    Gemini(),
    Ollama(),
    LiteLLM(),
    CompatibleServer(),
    OpenRouter(),
    DeepSeek(),
    Kimi(),
    EdenAI(),
)

ADAPTERS: Final = 6
"""How many of `WIRES`, from the front, have an adapter of their own."""
