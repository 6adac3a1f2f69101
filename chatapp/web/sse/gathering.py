"""A turn read to its end for an answer in one piece; a caller who hangs up is still noticed."""

from collections.abc import Iterator

from flask import request

from chatapp.access.streams import Heartbeat, JournalEntry
from chatapp.domain.errors import DependencyUnavailable, StreamInterrupted
from chatapp.domain.events import TurnEvent, is_terminal
from chatapp.web.context import infra
from chatapp.web.sse.connection import Connection, Interrupted, Why, connect, disconnect
from chatapp.web.sse.response import Source


def gather(source: Source) -> Iterator[TurnEvent]:
    """The events of `source`, the last one terminal; the source is closed at the end.

    Raises:
        DependencyUnavailable: this server is about to leave.
        StreamInterrupted: the caller has gone, or the events ended early.
    """
    connection = connect(infra(), request.environ)
    try:
        yield from _events(source, connection)
    finally:
        disconnect(infra(), connection)
        source.close()


def _events(source: Source, connection: Connection) -> Iterator[TurnEvent]:
    while True:
        entry = _next(source, connection)
        if isinstance(entry, Heartbeat):
            continue
        event = entry.event if isinstance(entry, JournalEntry) else entry
        yield event
        if is_terminal(event):
            return


def _next(source: Source, connection: Connection) -> JournalEntry | TurnEvent | Heartbeat:
    try:
        with connection.waiting():
            entry = next(source.entries, None)
    except Interrupted as interruption:
        if connection.why is Why.LEAVING:
            raise DependencyUnavailable(
                "This server is restarting. Send the request again in a moment.", retry_after_s=2
            ) from interruption
        raise StreamInterrupted("The caller has hung up.") from interruption
    if entry is None:
        raise StreamInterrupted("The answer ended early. Load the conversation again.")
    return entry
