"""States of a message and the only legal ways between them (PROTOCOL section 5)."""

from enum import StrEnum
from typing import Final


class MessageState(StrEnum):
    """Where a message stands; a user's message is `completed` from the start."""

    STREAMING = "streaming"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELED = "canceled"
    STALE = "stale"


TERMINAL_STATES: Final = frozenset(
    {MessageState.COMPLETED, MessageState.FAILED, MessageState.CANCELED, MessageState.STALE}
)

_NEXT_STATES: Final = {
    MessageState.STREAMING: TERMINAL_STATES | {MessageState.PROCESSING},
    MessageState.PROCESSING: frozenset({MessageState.COMPLETED, MessageState.FAILED}),
}


def is_terminal_state(state: MessageState) -> bool:
    """Whether the state never changes again."""
    return state in TERMINAL_STATES


def states_before(wanted: MessageState) -> tuple[MessageState, ...]:
    """The states from which `wanted` may be reached."""
    return tuple(state for state, following in _NEXT_STATES.items() if wanted in following)
