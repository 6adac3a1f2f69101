import pytest

from chatapp.providers.wire.chunked import ChunkDecoder, MalformedChunk

BODY = b"5\r\nhello\r\n1;name=value\r\n \r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"


def test_many_chunks_come_as_one() -> None:
    decoder = ChunkDecoder()
    assert decoder.feed(BODY) == b"hello 0123456789"
    assert decoder.is_done


@pytest.mark.parametrize("place", range(len(BODY) + 1))
def test_a_body_may_be_split_anywhere(place: int) -> None:
    decoder = ChunkDecoder()
    assert decoder.feed(BODY[:place]) + decoder.feed(BODY[place:]) == b"hello 0123456789"
    assert decoder.is_done


def test_a_body_without_its_last_chunk_is_not_done() -> None:
    decoder = ChunkDecoder()
    assert decoder.feed(b"5\r\nhello\r\n") == b"hello"
    assert not decoder.is_done


@pytest.mark.parametrize(
    "body", [b"xyz\r\n", b"-1\r\n", b"\r\n", b"0x5\r\n", b"5\r\nhello!\r\n", b"f" * 5000]
)
def test_what_is_not_chunked_is_told(body: bytes) -> None:
    with pytest.raises(MalformedChunk):
        ChunkDecoder().feed(body)
