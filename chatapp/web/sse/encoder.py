"""What turns events into frames: one for each dialect, and the page's own for markup."""

from typing import Protocol

from chatapp.access.streams import JournalEntry
from chatapp.domain.events import TurnEvent


class Encoder(Protocol):
    """One vocabulary. It keeps no state that a reader who joins later would miss."""

    def entry(self, entry: JournalEntry) -> bytes:
        """The frames of a numbered event, with its id; empty for one that stays on the server."""
        ...

    def unnumbered(self, event: TurnEvent) -> bytes:
        """The frames of an event without a number: it cannot be resumed after."""
        ...

    def reconnect(self) -> bytes:
        """A hint that this server is about to leave: come back and go on."""
        ...
