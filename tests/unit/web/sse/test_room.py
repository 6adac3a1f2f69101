"""Streams of one browser: the oldest goes back to its queue when too many are open (W01)."""

import pytest

from chatapp.web.sse.connection import MOST_OF_ONE_BROWSER, Connection, OpenStreams, Why


@pytest.mark.requirement("W01")
def test_a_browser_keeps_connections_free_for_pages() -> None:
    streams = OpenStreams()
    opened = [Connection(None, "olga") for _ in range(MOST_OF_ONE_BROWSER)]
    other = Connection(None, "alice")
    streams.connections.update(dict.fromkeys([other, *opened]))
    streams.make_room("olga")
    assert [one.why for one in opened] == [Why.LEAVING, *[None] * (MOST_OF_ONE_BROWSER - 1)]
    assert other.why is None


@pytest.mark.requirement("W01")
def test_as_long_as_there_is_room_nobody_is_sent_away() -> None:
    streams = OpenStreams()
    one = Connection(None, "olga")
    streams.connections[one] = None
    streams.make_room("olga")
    assert one.why is None
