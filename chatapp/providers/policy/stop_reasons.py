"""Stop reasons of all providers in the three neutral words; unknown ones are kept as they came."""

from typing import Final

from chatapp.domain.stream import StopReason

_END: Final = ("stop", "end_turn", "stop_sequence", "eos", "completed", "finish_reason_stop")
_MAX: Final = ("length", "max_tokens", "max_output_tokens", "model_length", "token_limit")
_MAX_MORE: Final = ("model_context_window_exceeded", "incomplete")
_TOOL: Final = ("tool_calls", "tool_use", "function_call", "tool_call")
_NEUTRAL: Final = {
    **dict.fromkeys(_END, StopReason.END_TURN),
    **dict.fromkeys((*_MAX, *_MAX_MORE), StopReason.MAX_TOKENS),
    **dict.fromkeys(_TOOL, StopReason.TOOL_USE),
}
_FILTER: Final = ("content_filter", "content_filtered", "safety", "blocklist", "refusal")
_GEMINI_FILTER: Final = ("prohibited_content", "recitation", "spii", "image_safety", "language")
_BLOCKED: Final = frozenset((*_FILTER, *_GEMINI_FILTER))


def normalize_stop_reason(reason: str | None) -> str:
    """`end_turn`, `max_tokens` or `tool_use`; anything else as the provider said it."""
    if not reason:
        return StopReason.END_TURN
    return _NEUTRAL.get(reason.lower(), reason)


def is_blocked(reason: str | None) -> bool:
    """Whether the provider's filter ended the answer."""
    return (reason or "").lower() in _BLOCKED
