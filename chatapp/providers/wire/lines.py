"""JSON lines from bytes: one object a line, lines end at LF only. For Ollama and local commands."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

import msgspec

from chatapp.providers.peer import Peer
from chatapp.providers.wire.frames import cut_off, decoded
from chatapp.providers.wire.http import protocol_error, reading
from chatapp.providers.wire.pace import Pace

T = TypeVar("T")

MAX_LINE_BYTES: Final = 16_000_000


def json_lines(
    peer: Peer, pace: Pace, decoder: msgspec.json.Decoder[T], reads: Iterable[bytes]
) -> Iterator[T]:
    """The objects of a body, blank lines left out.

    Raises:
        ProviderProtocol: a line is something else.
        StreamInterrupted: the body ends inside a line.
    """
    rest = b""
    with reading(peer):
        for data in pace.paced(reads):
            *lines, rest = (rest + data).split(b"\n")
            if len(rest) > MAX_LINE_BYTES:
                raise protocol_error(peer, "sent a line that never ends")
            for line in lines:
                if line.strip():
                    yield decoded(decoder, line, peer)
    if rest.strip():
        yield _tail(peer, decoder, rest)


def _tail(peer: Peer, decoder: msgspec.json.Decoder[T], line: bytes) -> T:
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise cut_off(peer) from error
