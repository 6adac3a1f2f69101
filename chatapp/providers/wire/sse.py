"""Server-sent events from bytes. Not a reader: it neither connects nor waits.

Lines end at CR, LF or CRLF and nowhere else (U+2028 and friends are text, case S01), and bytes are
only decoded when an event is whole, so a character split between two reads stays whole (P20).
https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
"""

from typing import Final, NamedTuple

MAX_EVENT_BYTES: Final = 16_000_000
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class EventTooLong(ValueError):
    """One event is longer than anything a provider sends."""


class Frame(NamedTuple):
    """One event: its name, empty for the usual one, and its data."""

    event: bytes
    data: bytes


class SseParser:
    """Turns reads of any size into events."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_start = True

    def feed(self, data: bytes) -> list[Frame]:
        """The events that `data` completed.

        Raises:
            EventTooLong: an event has not ended after `MAX_EVENT_BYTES`.
        """
        buffer = self._without_mark(self._rest + data)
        held = b""
        if b"\r" in buffer:
            buffer, held = _with_line_feeds(buffer)
        *blocks, rest = buffer.split(b"\n\n")
        self._rest = rest + held
        if len(self._rest) > MAX_EVENT_BYTES:
            raise EventTooLong
        return [frame for block in blocks if (frame := _frame(block))]

    def finish(self) -> list[Frame]:
        """The event that the end of the body left without its blank line, if there is one."""
        return self.feed(b"\n\n")

    def _without_mark(self, buffer: bytes) -> bytes:
        if not self._is_start or len(buffer) < len(BYTE_ORDER_MARK):
            return buffer
        self._is_start = False
        return buffer.removeprefix(BYTE_ORDER_MARK)


def _with_line_feeds(buffer: bytes) -> tuple[bytes, bytes]:
    """The buffer with LF for every line end, and a last CR apart, whose LF may still come."""
    held = b""
    if buffer.endswith(b"\r"):
        buffer, held = buffer[:-1], b"\r"
    return buffer.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), held


def _frame(block: bytes) -> Frame | None:
    if block.startswith(b"data: ") and b"\n" not in block:
        return Frame(b"", block[6:])
    event, data = b"", []
    for line in block.split(b"\n"):
        name, _, value = line.partition(b":")
        if name == b"data":
            data.append(value.removeprefix(b" "))
        elif name == b"event":
            event = value.removeprefix(b" ")
    return Frame(event, b"\n".join(data)) if data else None
