"""What a caller who asks or follows a turn holds: the ids, the numbered events, and a way out."""

from collections.abc import Iterator
from dataclasses import dataclass

from chatapp.conversation.entries import Heartbeat, JournalEntry
from chatapp.domain.conversations import TurnRef

__all__ = ["Heartbeat", "JournalEntry", "TurnStream"]


@dataclass(frozen=True, slots=True)
class TurnStream:
    """A reader of one turn.

    Attributes:
        ref: The ids of the turn; final.
        entries: Its events from where the reader stands to the terminal one, which is the last.
        is_replay: Whether the turn had ended before, so that everything comes at once.
    """

    ref: TurnRef
    entries: Iterator[JournalEntry | Heartbeat]
    is_replay: bool = False

    def close(self) -> None:
        """Stop reading, in the greenlet that reads. What that means for the turn is its policy."""
        close = getattr(self.entries, "close", None)
        if close is not None:
            close()
