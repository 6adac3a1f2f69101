"""The JSON events of each agent as neutral events. Pure: lines in, events out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from chatapp.domain.stream import (
    ReasoningDelta,
    Stop,
    StopReason,
    StreamEvent,
    TextDelta,
    Usage,
)
from chatapp.providers.policy.complaint import Complaint, complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.stop_reasons import normalize_stop_reason

Line = Mapping[str, Any]
Reader = Callable[[Iterable[Line]], Iterator[StreamEvent]]


def claude_code(lines: Iterable[Line]) -> Iterator[StreamEvent]:
    """`claude --output-format stream-json`: partial messages, or whole ones from older versions."""
    is_partial = False
    for line in _checked(lines):
        match line.get("type"):
            case "stream_event":
                is_partial = True
                yield from _claude_delta(_map(line, "event"))
            case "assistant" if not is_partial:
                for block in _map(line, "message").get("content") or ():
                    if block.get("type") == "text":
                        yield TextDelta(block.get("text", ""))
            case "result":
                yield from _claude_result(line)


def codex(lines: Iterable[Line]) -> Iterator[StreamEvent]:
    """`codex exec --json`: whole items."""
    for line in _checked(lines):
        match line.get("type"):
            case "item.completed":
                yield from _codex_item(_map(line, "item"))
            case "turn.completed":
                usage = _map(line, "usage")
                yield Usage(
                    _count(usage, "input_tokens"),
                    _count(usage, "output_tokens"),
                    _count(usage, "cached_input_tokens"),
                )
                yield Stop(StopReason.END_TURN)
            case "turn.failed":
                raise Refused(complaint_from({"error": line.get("error") or ""}))
            case "error":
                raise Refused(complaint_from({"error": line.get("message") or ""}))


def opencode(lines: Iterable[Line]) -> Iterator[StreamEvent]:
    """`opencode run --format json`: whole parts, and a reason at the end of each step."""
    for line in _checked(lines):
        part = _map(line, "part")
        match line.get("type"):
            case "text":
                yield TextDelta(part.get("text") or "")
            case "step_finish":
                tokens = _map(part, "tokens")
                cached = _count(_map(tokens, "cache"), "read")
                asked = _count(tokens, "input") + cached
                yield Usage(asked, _count(tokens, "output") + _count(tokens, "reasoning"), cached)
                reason = normalize_stop_reason((part.get("reason") or "").replace("-", "_"))
                if reason != StopReason.TOOL_USE:
                    yield Stop(reason)
            case "error":
                raise Refused(complaint_from({"error": line.get("error") or ""}))


READERS: Final[Mapping[str, Reader]] = {
    "claude_code": claude_code,
    "codex": codex,
    "opencode": opencode,
}


def _checked(lines: Iterable[Line]) -> Iterator[Line]:
    """The agent's lines; the runner's last one tells whether it ended well."""
    for line in lines:
        if "exit_code" not in line:
            yield line
        elif line["exit_code"]:
            words = str(line.get("stderr") or "").strip() or f"exit code {line['exit_code']}"
            raise Refused(Complaint(words))


def _claude_delta(event: Line) -> Iterator[StreamEvent]:
    delta = _map(event, "delta")
    if text := delta.get("text"):
        yield TextDelta(text)
    elif thinking := delta.get("thinking"):
        yield ReasoningDelta(thinking)


def _claude_result(line: Line) -> Iterator[StreamEvent]:
    if line.get("is_error"):
        raise Refused(Complaint(str(line.get("result") or line.get("subtype") or "")))
    usage = _map(line, "usage")
    cached = _count(usage, "cache_read_input_tokens")
    asked = _count(usage, "input_tokens") + _count(usage, "cache_creation_input_tokens") + cached
    yield Usage(asked, _count(usage, "output_tokens"), cached)
    yield Stop(normalize_stop_reason(line.get("stop_reason")))


def _codex_item(item: Line) -> Iterator[StreamEvent]:
    text = item.get("text") or ""
    if item.get("type") == "agent_message" and text:
        yield TextDelta(text)
    elif item.get("type") == "reasoning" and text:
        yield ReasoningDelta(text)


def _map(holder: Line, name: str) -> Line:
    value = holder.get(name)
    return value if isinstance(value, Mapping) else {}


def _count(holder: Line, name: str) -> int:
    value = holder.get(name)
    return value if isinstance(value, int) else 0
