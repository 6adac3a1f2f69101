"""A turn of another worker, followed here through Redis for the readers of this process."""

from dataclasses import dataclass
from typing import Final

from chatapp.conversation.stored import StoredTurn
from chatapp.conversation.turn_log import TurnLog

FIRST_ID: Final = "0-0"


@dataclass(slots=True)
class Followed:
    """One followed turn.

    Attributes:
        last_id: The stream's last batch that is in the log.
        checked_at_s: When it was last made sure that the turn has an owner.
        has_hole: Redis lost a batch; the row will tell the turn when it has ended.
        has_ended: Its row was terminal at the last check.
    """

    turn: StoredTurn
    log: TurnLog
    checked_at_s: float
    last_id: bytes | str = FIRST_ID
    has_hole: bool = False
    has_ended: bool = False
