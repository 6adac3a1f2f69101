"""Endings and the events for them."""

from chatapp.conversation.endings import (
    COMPLETED,
    DISCONNECTED,
    INTERRUPTED,
    STOPPED,
    Ending,
    from_error,
)
from chatapp.domain.errors import ProviderBusy
from chatapp.domain.events import Cancelled, Completed, Failed
from chatapp.domain.turns import MessageState


def test_every_terminal_state_has_its_event() -> None:
    assert COMPLETED.event("c", "m") == Completed("c", "m")
    assert STOPPED.event("c", "m") == Cancelled("stopped")
    assert DISCONNECTED.event("c", "m") == Cancelled("disconnected")
    stale = INTERRUPTED.event("c", "m")
    assert isinstance(stale, Failed)
    assert stale.is_retryable


def test_an_error_ends_a_turn_in_its_own_words() -> None:
    ending = from_error(ProviderBusy("Busy."))
    assert ending.event("c", "m") == Failed("provider_busy", "Busy.", is_retryable=True)


def test_a_row_without_words_still_has_a_code() -> None:
    assert Ending(MessageState.FAILED).event("c", "m") == Failed("internal_error", "")
    assert Ending(MessageState.CANCELED).event("c", "m") == Cancelled("stopped")
