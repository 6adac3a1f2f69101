import itertools

import pytest

from chatapp.domain.turns import MessageState, is_terminal_state, states_before

LEGAL = {
    ("streaming", "processing"),
    ("streaming", "completed"),
    ("streaming", "failed"),
    ("streaming", "canceled"),
    ("streaming", "stale"),
    ("processing", "completed"),
    ("processing", "failed"),
}


@pytest.mark.parametrize(("current", "wanted"), list(itertools.product(MessageState, MessageState)))
def test_only_the_published_transitions_pass(current: MessageState, wanted: MessageState) -> None:
    assert (current in states_before(wanted)) == ((current, wanted) in LEGAL)


def test_terminal_states_are_the_four_that_end_a_turn() -> None:
    terminal = {state for state in MessageState if is_terminal_state(state)}
    assert terminal == {"completed", "failed", "canceled", "stale"}
