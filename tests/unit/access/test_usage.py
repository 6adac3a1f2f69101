import pytest

from chatapp.access import usage
from chatapp.access.api_keys import NewKey, create_key
from chatapp.access.usage import TurnUsage
from chatapp.domain.errors import Forbidden, NotFound
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra

DAY_S = 86_400


def _use(infra: Infra, key_id: str, turn_id: str, status: str = "completed") -> None:
    usage.record(
        infra, key_id, TurnUsage(turn_id, status, 10, 20, is_estimate=False, latency_ms=300)
    )


@pytest.fixture
def key_id(infra: Infra, owner: Principal) -> str:
    return create_key(owner, infra, NewKey("k", ("repo:chat",))).key_id


def test_a_month_and_its_days_are_summed(
    infra: Infra, owner: Principal, key_id: str, clock: FakeClock
) -> None:
    _use(infra, key_id, "1" * 32)
    _use(infra, key_id, "2" * 32, "failed")
    clock.advance(DAY_S)
    _use(infra, key_id, "3" * 32)
    month, days = usage.of_key(owner, infra, key_id)
    assert (month.turns, month.failed, month.input_tokens, month.output_tokens) == (3, 1, 30, 60)
    assert month.mean_latency_ms == 300
    assert [(str(day.day), day.totals.turns) for day in days] == [
        ("2026-01-01", 2),
        ("2026-01-02", 1),
    ]


def test_a_new_month_begins_at_nothing(
    infra: Infra, owner: Principal, key_id: str, clock: FakeClock
) -> None:
    _use(infra, key_id, "1" * 32)
    clock.advance(31 * DAY_S)
    month, days = usage.of_key(owner, infra, key_id)
    assert month.turns == 0
    assert [day.totals.turns for day in days] == []


def test_a_turn_is_recorded_once(infra: Infra, owner: Principal, key_id: str) -> None:
    _use(infra, key_id, "1" * 32)
    _use(infra, key_id, "1" * 32)
    assert usage.of_key(owner, infra, key_id)[0].turns == 1


def test_usage_is_for_admins_of_the_account(infra: Infra, owner: Principal, key_id: str) -> None:
    key = Principal(PrincipalKind.API_KEY, owner.account_id, key_id)
    with pytest.raises(Forbidden):
        usage.of_key(key, infra, key_id)
    stranger = Principal(PrincipalKind.MEMBER, "elsewhere", "x", role=owner.role)
    with pytest.raises(NotFound):
        usage.of_key(stranger, infra, key_id)
