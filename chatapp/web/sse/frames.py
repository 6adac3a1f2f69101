"""Whole frames of an event stream (https://html.spec.whatwg.org/multipage/server-sent-events.html).

Content cannot forge one: JSON has no raw line ends, HTML is split at every one a reader knows, and
names and ids are refused when they hold one (cases S01, S02).
"""

import re
from typing import Final

import orjson

OPENING: Final = b"retry: 3000\n\n"
"""The first bytes, sent at once: other tabs wait for them."""

KEEP_ALIVE: Final = b": keep-alive\n\n"

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_FORBIDDEN: Final = re.compile(r"[\r\n\0]")
_SEPARATORS: Final = (
    (b"\xe2\x80\xa8", b"\\u2028"),
    (b"\xe2\x80\xa9", b"\\u2029"),
    (b"\xc2\x85", b"\\u0085"),
)
"""Line ends to readers that split as Python does; inside JSON they only occur in strings."""


def json_line(value: object) -> bytes:
    """`value` as JSON in one line, also for readers that know more line ends than the standard."""
    data = orjson.dumps(value)
    if data.isascii():
        return data
    for raw, escaped in _SEPARATORS:
        data = data.replace(raw, escaped)
    return data


def frame(event: str, data: bytes, event_id: str | None = None) -> bytes:
    """One event whose data is a single line.

    Raises:
        ValueError: a name or id that would break the frame.
    """
    return b"%bevent: %b\ndata: %b\n\n" % (_id_line(event_id), _word(event), data)


def html_frame(html: str, event_id: str | None = None, event: str | None = None) -> bytes:
    """One message whose data is markup, of any number of lines; nameless unless `event` is given.

    Raises:
        ValueError: a name or id that would break the frame.
    """
    name = b"event: %b\n" % _word(event) if event else b""
    lines = "".join(f"data: {line}\n" for line in _LINE_END.split(html.replace("\0", "\ufffd")))
    return b"%b%b%b\n" % (_id_line(event_id), name, lines.encode())


def _id_line(event_id: str | None) -> bytes:
    return b"" if event_id is None else b"id: %b\n" % _word(event_id)


def _word(text: str) -> bytes:
    if _FORBIDDEN.search(text):
        raise ValueError("an event's name or id cannot hold a line end or NUL")
    return text.encode()
