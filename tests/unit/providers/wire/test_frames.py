import msgspec
import pytest

from chatapp.domain.errors import ProviderProtocol, StreamInterrupted
from chatapp.infra.clock import FakeClock
from chatapp.providers.peer import Peer
from chatapp.providers.policy.failures import Refused
from chatapp.providers.wire import sse
from chatapp.providers.wire.frames import EventBody, decoded, refuse_document
from chatapp.providers.wire.pace import Pace

PEER = Peer("openai", "m", "OpenAI")
DECODER = msgspec.json.Decoder(dict[str, int])


def body(*reads: bytes) -> EventBody[dict[str, int]]:
    return EventBody(PEER, Pace(FakeClock()), DECODER, reads)


def test_events_are_decoded_until_done() -> None:
    events = body(b'data: {"a": 1}\n\ndata: {"a"', b": 2}\n\ndata: [DONE]\n\ndata: more\n\n")
    assert list(events) == [{"a": 1}, {"a": 2}]
    assert events.is_done


def test_the_end_of_the_body_is_not_an_announced_end() -> None:
    events = body(b'data: {"a": 1}\n\n')
    assert list(events) == [{"a": 1}]
    assert not events.is_done


def test_a_last_event_without_its_blank_line_counts_if_it_is_whole() -> None:
    assert list(body(b'data: {"a": 1}')) == [{"a": 1}]


def test_a_last_event_that_is_cut_off_is_an_interruption() -> None:
    with pytest.raises(StreamInterrupted, match="middle of its answer"):
        list(body(b'data: {"a": '))


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (b"data: {broken\n\n", "not this protocol"),
        (b'data: {"a": "text"}\n\n', "not this protocol"),
        (b"<!DOCTYPE html><html></html>", "web page"),
        (b"  <HTML>", "web page"),
        (b"220 smtp ready\r\n", "not this protocol"),
        (b'data: {"a": "\xff"}\n\n', "not this protocol"),
    ],
)
def test_what_is_something_else_is_told(read: bytes, words: str) -> None:
    with pytest.raises(ProviderProtocol, match=words):
        list(body(read))


def test_comments_alone_are_no_other_protocol() -> None:
    assert list(body(b": waiting\n\n")) == []


def test_an_endless_event_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "MAX_EVENT_BYTES", 10)
    with pytest.raises(ProviderProtocol, match="never ends"):
        list(body(b"data: " + b"x" * 20))


def test_draining_reads_to_the_end() -> None:
    reads = iter([b"data: [DONE]\n\n", b"rest"])
    events = EventBody(PEER, Pace(FakeClock()), DECODER, reads)
    list(events)
    events.drain()
    assert list(reads) == []


def test_a_stream_is_no_document() -> None:
    refuse_document(PEER, "text/event-stream; charset=utf-8", iter([b"x"]))


def test_an_error_document_is_a_refusal() -> None:
    document = b'{"error": {"type": "overloaded_error", "message": "busy"}}'
    with pytest.raises(Refused) as raised:
        refuse_document(PEER, "application/json", [document])
    assert raised.value.complaint.kind == "overloaded_error"


@pytest.mark.parametrize(
    ("content_type", "document", "words"),
    [
        ("text/html", b"<html>", "web page"),
        ("application/json", b'{"choices": []}', "document instead of a stream"),
        ("application/json", b"<html>", "web page"),
        ("application/json", b"[1]", "document instead of a stream"),
    ],
)
def test_any_other_document_is_told(content_type: str, document: bytes, words: str) -> None:
    with pytest.raises(ProviderProtocol, match=words):
        refuse_document(PEER, content_type, [document])


def test_the_decoders_error_stays_inside() -> None:
    with pytest.raises(ProviderProtocol) as raised:
        decoded(DECODER, b'{"a": "secret"}', PEER)
    assert "secret" not in raised.value.message
