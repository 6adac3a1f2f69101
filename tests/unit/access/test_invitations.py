import pytest

from chatapp.access.invitations import (
    accept_invitation,
    invite,
    list_invitations,
    revoke_invitation,
)
from chatapp.access.members import claim_first_admin
from chatapp.domain.errors import Conflict, NotAuthenticated, NotFound
from chatapp.domain.identity import MemberRole, Principal
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.access.conftest import PASSWORD


def test_whoever_is_invited_joins_the_account_with_that_role(
    infra: Infra, owner: Principal
) -> None:
    view = invite(owner, infra, "m@example.org", MemberRole.ADMIN)
    assert view.token
    joined = accept_invitation(infra, view.token, "Mia", "m@example.org", PASSWORD).principal
    assert (joined.account_id, joined.role) == (owner.account_id, MemberRole.ADMIN)
    with pytest.raises(NotAuthenticated):
        accept_invitation(infra, view.token, "Eve", "e@example.org", PASSWORD)


def test_a_taken_address_does_not_use_the_invitation_up(infra: Infra, owner: Principal) -> None:
    token = invite(owner, infra, "", MemberRole.MEMBER).token
    assert token
    with pytest.raises(Conflict):
        accept_invitation(infra, token, "Olga", "olga@example.org", PASSWORD)
    accept_invitation(infra, token, "Mia", "m@example.org", PASSWORD)


def test_an_invitation_makes_no_first_owner(infra: Infra, owner: Principal) -> None:
    token = invite(owner, infra, "", MemberRole.OWNER).token
    assert token
    with pytest.raises(NotAuthenticated):
        claim_first_admin(infra, token, "Eve", "eve@example.org", PASSWORD)


def test_a_revoked_or_old_invitation_is_worthless(
    infra: Infra, owner: Principal, clock: FakeClock
) -> None:
    revoked = invite(owner, infra, "", MemberRole.MEMBER)
    old = invite(owner, infra, "", MemberRole.MEMBER)
    revoke_invitation(owner, infra, revoked.invitation_id)
    clock.advance(7 * 86_400)
    for view in (revoked, old):
        with pytest.raises(NotAuthenticated):
            accept_invitation(infra, view.token or "", "Mia", "m@example.org", PASSWORD)
    assert list_invitations(owner, infra) == ()


def test_a_list_never_shows_a_token(infra: Infra, owner: Principal) -> None:
    invite(owner, infra, "m@example.org", MemberRole.MEMBER)
    (listed,) = list_invitations(owner, infra)
    assert (listed.email, listed.token) == ("m@example.org", None)


def test_an_unknown_invitation_is_not_found(infra: Infra, owner: Principal) -> None:
    with pytest.raises(NotFound):
        revoke_invitation(owner, infra, "0" * 32)
