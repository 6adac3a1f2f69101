"""The sweep."""

import pytest

from chatapp.conversation import leases
from chatapp.conversation.leases import LEASE_S
from chatapp.conversation.prepare import prepare_turn
from chatapp.conversation.sweep import sweep
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, BOB, answer, question, rows


@pytest.mark.requirement("I03")
def test_turns_without_an_owner_become_stale_and_others_stay(
    infra: Infra, clock: FakeClock
) -> None:
    dead = prepare_turn(infra, ALICE, question()).ref
    live = prepare_turn(infra, BOB, question()).ref
    ended = answer(infra, request_id="r-2").ref
    infra.redis.delete(leases.lock_key(ALICE, dead.conversation_id))
    assert sweep(infra) == 0
    clock.advance(LEASE_S + 1)
    assert sweep(infra) == 1
    assert sweep(infra) == 0
    states = [rows(infra, ref.conversation_id)[-1].state for ref in (dead, live, ended)]
    assert states == ["stale", "streaming", "completed"]


def test_without_redis_the_sweep_leaves_everything(
    infra: Infra, without_redis: Infra, clock: FakeClock
) -> None:
    ref = prepare_turn(infra, ALICE, question()).ref
    clock.advance(LEASE_S + 1)
    assert sweep(without_redis) == 0
    assert rows(infra, ref.conversation_id)[-1].state == "streaming"
