import msgspec
import pytest

from chatapp.domain.errors import ProviderProtocol, StreamInterrupted
from chatapp.infra.clock import FakeClock
from chatapp.providers.peer import Peer
from chatapp.providers.wire import lines
from chatapp.providers.wire.lines import json_lines
from chatapp.providers.wire.pace import Pace

PEER = Peer("ollama", "m", "Ollama")
DECODER = msgspec.json.Decoder(dict[str, str])
TEXT = '{"a": "渐🌍 \u2028 \u0085"}\n\n{"a": "2"}\n'.encode()


def read(*reads: bytes) -> list[dict[str, str]]:
    return list(json_lines(PEER, Pace(FakeClock()), DECODER, reads))


@pytest.mark.requirement("P20", "S01")
def test_lines_may_be_split_anywhere() -> None:
    for place in range(len(TEXT) + 1):
        assert read(TEXT[:place], TEXT[place:]) == [{"a": "渐🌍 \u2028 \u0085"}, {"a": "2"}]


def test_a_last_line_without_its_end_counts_if_it_is_whole() -> None:
    assert read(b'{"a": "1"}') == [{"a": "1"}]


def test_a_last_line_that_is_cut_off_is_an_interruption() -> None:
    with pytest.raises(StreamInterrupted):
        read(b'{"a": "1')


def test_what_is_no_json_is_told() -> None:
    with pytest.raises(ProviderProtocol):
        read(b"404 page not found\n")


def test_a_line_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 10)
    with pytest.raises(ProviderProtocol, match="never ends"):
        read(b"x" * 20)
