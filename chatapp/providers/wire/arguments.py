"""A tool call's argument text, parsed once: an object, or why it is none.

The error of text that was cut off begins with ``truncated`` (case P17), so that it is told from
text that is wrong (A09): the model then writes less, instead of writing it again.
"""

import json
from typing import Final

from chatapp.domain.json import Json
from chatapp.domain.messages import ProviderState, ToolCall

TRUNCATED: Final = "truncated"
LITERALS: Final = ("true", "false", "null", "-")


def tool_call(call_id: str, name: str, text: str, state: ProviderState | None = None) -> ToolCall:
    """The call, with `argument_error` set and no arguments when `text` is not a JSON object."""
    try:
        arguments = _parsed(text)
    except ValueError as error:
        return ToolCall(call_id, name, {}, str(error), state)
    return ToolCall(call_id, name, arguments, None, state)


def is_truncated(call: ToolCall) -> bool:
    """Whether the call's arguments were cut off."""
    return (call.argument_error or "").startswith(TRUNCATED)


def _parsed(text: str) -> dict[str, Json]:
    if not text.strip():
        return {}
    try:
        value = json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise ValueError(_reason(text, error)) from error
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError(f"an object is expected, not {type(value).__name__}")  # noqa: TRY004
    return value


def _reason(text: str, error: json.JSONDecodeError) -> str:
    if _is_cut_off(text, error):
        return f"{TRUNCATED} after character {len(text)}"
    return f"{error.msg} at character {error.pos}"


def _is_cut_off(text: str, error: json.JSONDecodeError) -> bool:
    """Whether all is well up to the end of the text, where more was to come."""
    if error.msg.startswith("Unterminated string"):
        return True
    rest = text[error.pos :].strip()
    is_escape = "escape" in error.msg and '"' not in rest
    return is_escape or any(word.startswith(rest) for word in LITERALS)
