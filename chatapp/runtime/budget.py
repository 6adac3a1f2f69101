"""Fitting a request into the model's window: an estimate, and trimming that keeps it well-formed.

Works on wire messages. What is never dropped: the newest question, and a call without its result.
The oldest exchanges go first, then the tool results of the running turn are shortened, largest
first. The estimate errs on the side of too many tokens.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.domain.json import JsonObject
from chatapp.runtime.output import bounded
from chatapp.runtime.prompt import WireDict

BYTES_PER_TOKEN: Final = 3
"""UTF-8 bytes: one token for each Han character, one for three letters of code. Common tokenisers
need 20-30 % fewer, which is the margin."""
MESSAGE_TOKENS: Final = 8
LARGEST_ANSWER_SHARE: Final = 4
SMALLEST_RESULT_CHARS: Final = 400
SMALLEST_ROOM: Final = 256


@dataclass(frozen=True, slots=True)
class Fitted:
    """Messages that fit, and what was left out in words for the person."""

    messages: list[WireDict]
    detail: str = ""

    @property
    def is_trimmed(self) -> bool:
        """Whether anything was left out."""
        return bool(self.detail)


def estimate(text: str) -> int:
    """Tokens of `text`, rather too many than too few."""
    return len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN + 1


def answer_tokens(wanted: int, context_tokens: int) -> int:
    """The longest answer to ask for: at most a quarter of the window."""
    return min(wanted, max(16, context_tokens // LARGEST_ANSWER_SHARE))


def room(
    context_tokens: int, max_tokens: int, system_prompt: str, functions: Sequence[JsonObject]
) -> int:
    """Tokens left for the messages."""
    fixed = estimate(system_prompt) + estimate(json.dumps(list(functions), ensure_ascii=False))
    return max(SMALLEST_ROOM, context_tokens - max_tokens - fixed)


def fit(messages: Sequence[WireDict], tokens: int) -> Fitted:
    """As much of `messages` as fits into `tokens`, newest first in importance."""
    if _total(messages) <= tokens:
        return Fitted(list(messages))
    kept = _without_old_exchanges(messages, tokens)
    dropped = len(messages) - len(kept)
    shortened, cuts = _with_short_results(kept, tokens)
    return Fitted(shortened, _detail(dropped, cuts))


def _total(messages: Sequence[WireDict]) -> int:
    return sum(map(_cost, messages))


def _cost(message: WireDict) -> int:
    content = message.get("content")
    calls = message.get("tool_calls")
    text = content if isinstance(content, str) else ""
    extra = json.dumps(calls, ensure_ascii=False) if calls else ""
    return MESSAGE_TOKENS + estimate(text) + estimate(extra)


def _without_old_exchanges(messages: Sequence[WireDict], tokens: int) -> list[WireDict]:
    """Drop whole exchanges from the front: each begins with a user message, so pairs stay whole."""
    starts = [place for place, message in enumerate(messages) if message["role"] == "user"]
    for start in starts:
        kept = list(messages[start:])
        if _total(kept) <= tokens:
            return kept
    return list(messages[starts[-1] :]) if starts else list(messages)


def _with_short_results(messages: list[WireDict], tokens: int) -> tuple[list[WireDict], int]:
    """Halve the largest text again and again until all fits; the question is halved last."""
    shown = [dict(message) for message in messages]
    limits: dict[int, int] = {}
    while _total(shown) > tokens and (place := _largest(shown)) is not None:
        whole = str(messages[place]["content"])
        limits[place] = limits.get(place, len(whole)) // 2
        shown[place]["content"] = bounded(whole, limits[place]).text
    return shown, len(limits)


def _largest(messages: list[WireDict]) -> int | None:
    """The place of the text to shorten next: a tool's, else anyone's; None when all are short."""
    sizes = {
        place: len(str(message.get("content") or "")) for place, message in enumerate(messages)
    }
    long = [place for place, size in sizes.items() if size > SMALLEST_RESULT_CHARS]
    tools = [place for place in long if messages[place]["role"] == "tool"]
    return max(tools or long, key=sizes.__getitem__, default=None)


def _detail(dropped: int, cuts: int) -> str:
    parts = []
    if dropped:
        parts.append(f"{dropped} earlier messages were left out")
    if cuts:
        parts.append(f"{cuts} long texts were shortened")
    return f"To fit the model's context window, {' and '.join(parts)}."
