import itertools

import pytest

from chatapp.domain.errors import IllegalTransition
from chatapp.domain.turns import MessageState, check_transition, is_terminal_state

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
    if (current, wanted) in LEGAL:
        check_transition(current, wanted)
    else:
        with pytest.raises(IllegalTransition):
            check_transition(current, wanted)


def test_terminal_states_are_the_four_that_end_a_turn() -> None:
    terminal = {state for state in MessageState if is_terminal_state(state)}
    assert terminal == {"completed", "failed", "canceled", "stale"}
