import pytest
from sqlalchemy import select

from chatapp.access import members
from chatapp.access.invitations import accept_invitation, invite
from chatapp.access.members import claim_first_admin, first_admin_token, login
from chatapp.access.models import Invitation, Member, MemberSession
from chatapp.access.sessions import session_principal
from chatapp.domain.errors import (
    Conflict,
    Forbidden,
    LimitExceeded,
    NotAuthenticated,
    NotFound,
    Unprocessable,
)
from chatapp.domain.identity import MemberRole, Principal
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.access.conftest import PASSWORD


def _join(infra: Infra, owner: Principal, role: MemberRole, email: str) -> Principal:
    token = invite(owner, infra, email, role).token
    assert token
    return accept_invitation(infra, token, "Somebody", email, PASSWORD).principal


def test_the_first_owner_comes_in_by_a_link_that_works_once(infra: Infra) -> None:
    token = first_admin_token(infra)
    assert token
    assert not members.has_members(infra)
    signed_in = claim_first_admin(infra, token, "Olga", " Olga@Example.org ", PASSWORD)
    assert signed_in.principal.role is MemberRole.OWNER
    assert session_principal(infra, signed_in.token) == signed_in.principal
    assert first_admin_token(infra) is None
    with pytest.raises(NotAuthenticated):
        claim_first_admin(infra, token, "Eve", "eve@example.org", PASSWORD)


def test_only_the_link_printed_last_works(infra: Infra) -> None:
    old, new = first_admin_token(infra), first_admin_token(infra)
    assert old
    assert new
    with pytest.raises(NotAuthenticated):
        claim_first_admin(infra, old, "Olga", "olga@example.org", PASSWORD)
    claim_first_admin(infra, new, "Olga", "olga@example.org", PASSWORD)


def test_the_first_link_ends_after_a_day(infra: Infra, clock: FakeClock) -> None:
    token = first_admin_token(infra)
    assert token
    clock.advance(24 * 3600)
    with pytest.raises(NotAuthenticated):
        claim_first_admin(infra, token, "Olga", "olga@example.org", PASSWORD)


@pytest.mark.parametrize(
    ("name", "email", "password"),
    [
        ("", "a@b.c", PASSWORD),
        ("A", "nobody", PASSWORD),
        ("A", "a b@c", PASSWORD),
        ("A", "a@b.c", "x"),
    ],
)
def test_a_mistake_in_the_form_does_not_use_the_link_up(
    infra: Infra, name: str, email: str, password: str
) -> None:
    token = first_admin_token(infra)
    assert token
    with pytest.raises(Unprocessable):
        claim_first_admin(infra, token, name, email, password)
    claim_first_admin(infra, token, "Olga", "olga@example.org", PASSWORD)


def test_no_secret_is_stored_as_it_is(infra: Infra) -> None:
    token = first_admin_token(infra)
    assert token
    with infra.database.reading() as session:
        assert session.scalars(select(Invitation.token_hash)).one() != token
    signed_in = claim_first_admin(infra, token, "Olga", "olga@example.org", PASSWORD)
    with infra.database.reading() as session:
        assert session.scalars(select(MemberSession.token_hash)).one() != signed_in.token
        assert session.scalars(select(Member.password_hash)).one().startswith("$argon2id$")


@pytest.mark.usefixtures("owner")
def test_signing_in_makes_a_new_session_every_time(infra: Infra) -> None:
    first = login(infra, "olga@example.org", PASSWORD, address="10.0.0.1")
    second = login(infra, " OLGA@example.org", PASSWORD, address="10.0.0.1")
    assert first.token != second.token
    assert first.principal == second.principal


@pytest.mark.usefixtures("owner")
def test_a_wrong_password_and_an_unknown_person_get_the_same_answer(infra: Infra) -> None:
    with pytest.raises(NotAuthenticated) as wrong:
        login(infra, "olga@example.org", "wrong", address="10.0.0.1")
    with pytest.raises(NotAuthenticated) as unknown:
        login(infra, "nobody@example.org", "wrong", address="10.0.0.1")
    assert str(wrong.value) == str(unknown.value)


@pytest.mark.usefixtures("owner")
def test_guessing_a_password_is_slowed_down(infra: Infra) -> None:
    for _ in range(members.SIGN_INS_BY_EMAIL.limit):
        with pytest.raises(NotAuthenticated):
            login(infra, "olga@example.org", "wrong", address="10.0.0.1")
    with pytest.raises(LimitExceeded) as refused:
        login(infra, "olga@example.org", PASSWORD, address="10.0.0.2")
    assert refused.value.retry_after_s


def test_a_disabled_member_is_out_at_once(infra: Infra, owner: Principal) -> None:
    member = _join(infra, owner, MemberRole.MEMBER, "m@example.org")
    signed_in = login(infra, "m@example.org", PASSWORD, address="10.0.0.1")
    members.set_disabled(owner, infra, member.actor_id, is_disabled=True)
    assert session_principal(infra, signed_in.token) is None
    with pytest.raises(NotAuthenticated):
        login(infra, "m@example.org", PASSWORD, address="10.0.0.1")
    members.set_disabled(owner, infra, member.actor_id, is_disabled=False)
    login(infra, "m@example.org", PASSWORD, address="10.0.0.1")


def test_a_new_role_holds_at_once(infra: Infra, owner: Principal) -> None:
    member = _join(infra, owner, MemberRole.ADMIN, "m@example.org")
    signed_in = login(infra, "m@example.org", PASSWORD, address="10.0.0.1")
    members.set_role(owner, infra, member.actor_id, MemberRole.MEMBER)
    assert session_principal(infra, signed_in.token) is None


def test_the_last_owner_stays(infra: Infra, owner: Principal) -> None:
    with pytest.raises(Conflict):
        members.set_role(owner, infra, owner.actor_id, MemberRole.ADMIN)
    with pytest.raises(Conflict):
        members.set_disabled(owner, infra, owner.actor_id, is_disabled=True)
    _join(infra, owner, MemberRole.OWNER, "second@example.org")
    assert members.set_role(owner, infra, owner.actor_id, MemberRole.ADMIN).role == "admin"


def test_an_admin_makes_no_owner_and_unmakes_none(infra: Infra, owner: Principal) -> None:
    admin = _join(infra, owner, MemberRole.ADMIN, "a@example.org")
    with pytest.raises(Forbidden):
        members.set_role(admin, infra, admin.actor_id, MemberRole.OWNER)
    with pytest.raises(Forbidden):
        members.set_disabled(admin, infra, owner.actor_id, is_disabled=True)
    with pytest.raises(Forbidden):
        invite(admin, infra, "", MemberRole.OWNER)


def test_a_member_manages_nobody(infra: Infra, owner: Principal) -> None:
    member = _join(infra, owner, MemberRole.MEMBER, "m@example.org")
    with pytest.raises(Forbidden):
        members.list_members(member, infra)
    with pytest.raises(Forbidden):
        members.set_role(member, infra, member.actor_id, MemberRole.ADMIN)


def test_somebody_unknown_is_not_found(infra: Infra, owner: Principal) -> None:
    with pytest.raises(NotFound):
        members.set_role(owner, infra, "0" * 32, MemberRole.ADMIN)


def test_a_new_password_ends_every_other_session(infra: Infra, owner: Principal) -> None:
    before = login(infra, "olga@example.org", PASSWORD, address="10.0.0.1")
    after = members.change_password(owner, infra, PASSWORD, "another long password")
    assert session_principal(infra, before.token) is None
    assert session_principal(infra, after.token) == owner
    with pytest.raises(NotAuthenticated):
        members.change_password(owner, infra, PASSWORD, "yet another password")


def test_everybody_is_listed_in_the_order_they_came(
    infra: Infra, owner: Principal, clock: FakeClock
) -> None:
    clock.advance(1)
    _join(infra, owner, MemberRole.MEMBER, "m@example.org")
    assert [one.email for one in members.list_members(owner, infra)] == [
        "olga@example.org",
        "m@example.org",
    ]
