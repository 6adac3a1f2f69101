import json

import pytest

from chatapp.providers.wire import sse
from chatapp.providers.wire.sse import EventTooLong, Frame, SseParser

SEPARATORS = "a\u2028b\u2029c\u0085d\u000be\u000cf\u001cg渐🌍"


def parsed(*reads: bytes) -> list[Frame]:
    parser = SseParser()
    frames = [frame for read in reads for frame in parser.feed(read)]
    return frames + parser.finish()


@pytest.mark.requirement("S01")
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
def test_every_line_end_ends_a_line_and_nothing_else_does(end: bytes) -> None:
    text = json.dumps({"text": SEPARATORS}, ensure_ascii=False).encode()
    stream = b"event: delta" + end + b"data: " + text + end + end + b"data: [DONE]" + end + end
    assert parsed(stream) == [Frame(b"delta", text), Frame(b"", b"[DONE]")]


@pytest.mark.requirement("P20", "S01")
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
def test_a_stream_may_be_split_anywhere(end: bytes) -> None:
    stream = f"data: {SEPARATORS}".encode() + end + b"data: 2" + end + end + b"data: 3" + end + end
    whole = parsed(stream)
    assert whole == [Frame(b"", f"{SEPARATORS}\n2".encode()), Frame(b"", b"3")]
    for place in range(len(stream) + 1):
        assert parsed(stream[:place], stream[place:]) == whole


@pytest.mark.parametrize(
    ("stream", "frames"),
    [
        (b": keep-alive\n\ndata: 1\n\n", [Frame(b"", b"1")]),
        (b"\xef\xbb\xbfdata: 1\n\n", [Frame(b"", b"1")]),
        (b"\n\n\n\ndata: 1\n\n\n", [Frame(b"", b"1")]),
        (b"data:1\n\n", [Frame(b"", b"1")]),
        (b"data:  1\n\n", [Frame(b"", b" 1")]),
        (b"data: 1\ndata: 2\n\n", [Frame(b"", b"1\n2")]),
        (b"id: 7\nretry: 3\ndata: a: b\nnonsense\n\n", [Frame(b"", b"a: b")]),
        (b"event: ping\n\n", []),
        (b"data\n\n", [Frame(b"", b"")]),
        (b"data: cut off", [Frame(b"", b"cut off")]),
        (b"", []),
    ],
)
def test_fields_are_read_as_the_standard_says(stream: bytes, frames: list[Frame]) -> None:
    assert parsed(stream) == frames


def test_an_event_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "MAX_EVENT_BYTES", 100)
    parser = SseParser()
    parser.feed(b"data: " + b"x" * 90)
    with pytest.raises(EventTooLong):
        parser.feed(b"x" * 90)
