import pytest

from chatapp.access import api_keys, audit
from chatapp.access.api_keys import NewKey, create_key
from chatapp.domain.errors import Forbidden, Unprocessable
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra


def test_a_change_leaves_a_line_without_its_secret(
    infra: Infra, owner: Principal, clock: FakeClock
) -> None:
    clock.advance(1)
    key = create_key(owner, infra, NewKey("billing", ("repo:chat",)))
    clock.advance(1)
    api_keys.set_key_disabled(owner, infra, key.key_id, is_disabled=True)
    lines = audit.entries(owner, infra)
    assert [line.action for line in lines] == ["key.disabled", "key.create", "member.first"]
    assert {line.actor_name for line in lines} == {"Olga"}
    assert key.secret
    assert key.secret not in str(lines)


def test_what_was_refused_leaves_no_line(infra: Infra, owner: Principal) -> None:
    before = audit.entries(owner, infra)
    with pytest.raises(Unprocessable):
        create_key(owner, infra, NewKey("x", ("everything",)))
    assert audit.entries(owner, infra) == before


def test_the_log_is_for_admins_and_one_account(infra: Infra, owner: Principal) -> None:
    member = Principal(PrincipalKind.MEMBER, owner.account_id, "m")
    with pytest.raises(Forbidden):
        audit.entries(member, infra)
    stranger = Principal(PrincipalKind.MEMBER, "elsewhere", "x", role=owner.role)
    assert audit.entries(stranger, infra) == ()
