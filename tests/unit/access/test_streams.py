from collections.abc import Iterator

from chatapp.access.streams import Heartbeat, JournalEntry, TurnStream
from chatapp.domain.conversations import TurnRef

REF = TurnRef("c", "r", "u", "a")


def test_closing_a_stream_closes_what_it_reads() -> None:
    closed = []

    def entries() -> Iterator[JournalEntry | Heartbeat]:
        try:
            while True:
                yield Heartbeat()
        finally:
            closed.append(True)

    stream = TurnStream(REF, entries())
    assert next(stream.entries) == Heartbeat()
    stream.close()
    stream.close()
    assert closed == [True]


def test_a_stream_over_a_plain_iterator_has_nothing_to_close() -> None:
    TurnStream(REF, iter(())).close()
