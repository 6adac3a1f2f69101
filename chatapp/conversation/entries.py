"""What a reader of a turn gets: numbered events, and heartbeats when there is nothing to say.

Live numbers count a turn's events from 1. Numbers from `REPLAY_BASE` up belong to a replay out of
the database row, whose events are merged differently; a reader that comes back with a number of
the other kind, or one that was never given out, gets a snapshot (case S08).
"""

from dataclasses import dataclass
from typing import Final

from chatapp.domain.events import TurnEvent

REPLAY_BASE: Final = 1_000_000_000
UNKNOWN: Final = -1
"""The position of a reader that names an event of another turn, or none that can be read."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One event under its number.

    Attributes:
        is_snapshot: What follows from here replaces everything the reader has of this turn.
    """

    turn_id: str
    seq: int
    event: TurnEvent
    is_snapshot: bool = False

    @property
    def id(self) -> str:
        """The event's id on the wire."""
        return f"{self.turn_id}.{self.seq}"


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Nothing happened for `heartbeat_s`: the transport writes a keep-alive, without an id."""


def position(turn_id: str, last_event_id: str | None) -> int | None:
    """Where a reader stands that names the last event it saw; None for one that saw nothing.

    A bare number is read as a number of this turn. Anything else is `UNKNOWN`, never an error.
    """
    if not last_event_id:
        return None
    name, _, number = last_event_id.strip().rpartition(".")
    if name not in ("", turn_id) or not (number.isascii() and number.isdigit()):
        return UNKNOWN
    return int(number[:20])
