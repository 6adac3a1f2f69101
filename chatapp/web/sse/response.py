"""From a turn's events to an HTTP response: the single writer of a stream.

Whatever happens, the last event is the terminal one: an exception on the way becomes an error
frame with a stable code and no trace (case S13). Only a reader that has gone, or is asked to come
back because this process leaves, gets none.
"""

import contextlib
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from flask import request
from werkzeug.wrappers import Response

from chatapp.access.streams import Heartbeat, JournalEntry
from chatapp.domain.errors import ChatappError, InternalError, StreamInterrupted
from chatapp.domain.events import Failed, TurnEvent, is_terminal
from chatapp.infra.availability import as_unavailable
from chatapp.infra.handle import Infra
from chatapp.web.context import infra
from chatapp.web.sse.connection import Connection, Interrupted, Why, connect, disconnect
from chatapp.web.sse.encoder import Encoder
from chatapp.web.sse.frames import KEEP_ALIVE, OPENING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_LOG: Final = logging.getLogger(__name__)

HEADERS: Final = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
    "Connection": "keep-alive",
}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a stream's events come from.

    Attributes:
        entries: Numbered events, bare events, and heartbeats when there is nothing to say.
        close: Called once when reading is over, however it ended.
        browser: Of whose few connections the stream takes one; empty for an API caller.
    """

    entries: Iterator[JournalEntry | TurnEvent | Heartbeat]
    close: Callable[[], None] = field(default=lambda: None)
    browser: str = ""


def respond(source: Source, encoder: Encoder, opening: bytes = OPENING) -> Response:
    """Stream `source` to the client of the present request, after the bytes of `opening`."""
    stream = _Stream(infra(), source, encoder, opening)
    response = Response(stream.frames(request.environ), headers=HEADERS)
    response.call_on_close(stream.close)
    return response


class _Stream:
    """One response: it reads, encodes and writes, and nobody else does."""

    def __init__(
        self, handle: Infra, source: Source, encoder: Encoder, opening: bytes = OPENING
    ) -> None:
        self._infra = handle
        self._source = source
        self._encoder = encoder
        self._opening = opening
        self._is_closed = False

    def frames(self, environ: "WSGIEnvironment") -> Iterator[bytes]:
        """The bytes of the response; the first come at once."""
        connection = connect(self._infra, environ, self._source.browser)
        try:
            yield self._opening
            try:
                yield from self._events(connection)
            except Interrupted:
                if connection.why is Why.LEAVING:
                    yield self._encoder.reconnect()
            except Exception as error:  # noqa: BLE001 - the last handler of a stream
                yield self._encoder.unnumbered(failure(error))
        finally:
            disconnect(self._infra, connection)
            self.close()

    def close(self) -> None:
        """Let the source go; also called when the first byte was never asked for."""
        if not self._is_closed:
            self._is_closed = True
            with contextlib.suppress(Exception):
                self._source.close()

    def _events(self, connection: Connection) -> Iterator[bytes]:
        entries = self._source.entries
        while True:
            with connection.waiting():
                entry = next(entries, None)
            if entry is None:
                raise StreamInterrupted("The stream ended early. Load the conversation again.")
            frames = self._encode(entry)
            if frames:
                yield frames
            if is_terminal_entry(entry):
                return

    def _encode(self, entry: JournalEntry | TurnEvent | Heartbeat) -> bytes:
        if isinstance(entry, JournalEntry):
            return self._encoder.entry(entry)
        if isinstance(entry, Heartbeat):
            return KEEP_ALIVE
        return self._encoder.unnumbered(entry)


def is_terminal_entry(entry: JournalEntry | TurnEvent | Heartbeat) -> bool:
    """Whether nothing may follow."""
    if isinstance(entry, Heartbeat):
        return False
    return is_terminal(entry.event if isinstance(entry, JournalEntry) else entry)


def failure(error: Exception) -> Failed:
    """The terminal event that an exception is for a reader; the unexpected is logged here."""
    known = error if isinstance(error, ChatappError) else as_unavailable(error)
    if known is None:
        _LOG.error("a stream failed", exc_info=error)
        known = InternalError("Something went wrong on this server. Its log has the details.")
    return Failed(known.code, known.message, known.is_retryable)
