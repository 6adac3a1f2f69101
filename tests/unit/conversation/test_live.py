"""What ends a running turn from outside."""

import pytest

from chatapp.conversation import live
from chatapp.conversation.endings import DISCONNECTED, STOPPED
from chatapp.conversation.live import CANCEL_AFTER_S, FIRST_READER_S, LiveTurn
from chatapp.conversation.prepare import PreparedTurn
from chatapp.conversation.turn_log import LogReader
from chatapp.domain.ask import OnDisconnect
from chatapp.domain.conversations import TurnRef
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from chatapp.infra.locks import TokenLock
from tests.unit.conversation.fakes import ALICE, question


def make(infra: Infra, policy: OnDisconnect = OnDisconnect.GRACE) -> LiveTurn:
    prepared = PreparedTurn(TurnRef("c", "r", "u", "a"))
    lock = TokenLock("k", "t", 15)
    return live.make(infra, ALICE, question(on_disconnect=policy), prepared, lock)


@pytest.mark.parametrize("policy", OnDisconnect)
def test_a_turn_waits_for_its_first_reader_and_then_for_its_last(
    infra: Infra, clock: FakeClock, policy: OnDisconnect
) -> None:
    patience_s = live.grace_s(infra, policy)
    unread = make(infra, policy)
    clock.advance(FIRST_READER_S + patience_s)
    unread.check(infra)
    assert unread.ending is None
    clock.advance(0.1)
    unread.check(infra)
    assert unread.ending is DISCONNECTED


def test_a_reader_keeps_it_alive_until_it_leaves(infra: Infra, clock: FakeClock) -> None:
    turn = make(infra, OnDisconnect.CANCEL)
    reader = LogReader(turn.log, None)
    clock.advance(100)
    turn.check(infra)
    assert turn.ending is None
    reader.close()
    clock.advance(CANCEL_AFTER_S + 0.1)
    turn.check(infra)
    assert turn.ending is DISCONNECTED


def test_the_deadline_holds_also_for_a_turn_that_is_read(infra: Infra, clock: FakeClock) -> None:
    turn = make(infra)
    LogReader(turn.log, None)
    clock.advance(infra.settings.turn_deadline_s - 0.1)
    turn.check(infra)
    assert turn.ending is None
    clock.advance(0.1)
    turn.check(infra)
    assert turn.ending
    assert (turn.ending.code, turn.ending.is_retryable) == ("turn_timeout", True)
    assert "300 s" in (turn.ending.message or "")


def test_the_first_ending_counts(infra: Infra) -> None:
    turn = make(infra)
    turn.end(STOPPED)
    turn.end(DISCONNECTED)
    assert turn.ending is STOPPED
    assert turn.woken.is_set()
