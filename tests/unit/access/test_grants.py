import pytest

from chatapp.access import commands, grants
from chatapp.access.api_keys import NewKey, create_key
from chatapp.access.grants import Grant, allowed, require_repository
from chatapp.access.identity import anonymous
from chatapp.access.invitations import accept_invitation, invite
from chatapp.domain.errors import Forbidden, NotFound
from chatapp.domain.identity import MemberRole, Principal, PrincipalKind
from chatapp.domain.repositories import RegisterRepository
from chatapp.infra.handle import Infra
from tests.functional.repositories import small_repository
from tests.unit.access.conftest import PASSWORD


@pytest.fixture
def member(infra: Infra, owner: Principal) -> Principal:
    token = invite(owner, infra, "", MemberRole.MEMBER).token
    assert token
    return accept_invitation(infra, token, "Mia", "m@example.org", PASSWORD).principal


@pytest.fixture
def key(infra: Infra, owner: Principal) -> Principal:
    view = create_key(owner, infra, NewKey("k", ("repo:chat",)))
    return Principal(PrincipalKind.API_KEY, owner.account_id, view.key_id)


@pytest.fixture
def repositories(
    infra: Infra, owner: Principal, tmp_path_factory: pytest.TempPathFactory
) -> list[str]:
    return [
        commands.add_repository(
            owner, infra, RegisterRepository(str(small_repository(tmp_path_factory.mktemp(name))))
        ).repository_id
        for name in ("one", "two")
    ]


def _grant(infra: Infra, owner: Principal, repository_id: str, to: Principal) -> None:
    grants.grant(owner, infra, Grant(repository_id, to.actor_id, to.kind))


def test_without_grants_every_member_and_key_may_use_a_repository(
    infra: Infra, member: Principal, key: Principal, repositories: list[str]
) -> None:
    for caller in (member, key):
        assert allowed(caller, infra, repositories) == frozenset(repositories)


def test_a_grant_closes_a_repository_to_the_others(
    infra: Infra, owner: Principal, member: Principal, key: Principal, repositories: list[str]
) -> None:
    closed, open_ = repositories
    _grant(infra, owner, closed, member)
    assert allowed(member, infra, repositories) == {closed, open_}
    assert allowed(key, infra, repositories) == {open_}
    assert allowed(owner, infra, repositories) == {closed, open_}
    grants.revoke(owner, infra, closed, member.actor_id)
    assert allowed(key, infra, repositories) == {closed, open_}


def test_a_key_with_grants_may_use_exactly_those(
    infra: Infra, owner: Principal, key: Principal, repositories: list[str]
) -> None:
    _grant(infra, owner, repositories[0], key)
    _grant(infra, owner, repositories[0], key)
    assert allowed(key, infra, repositories) == {repositories[0]}
    assert len(grants.list_grants(owner, infra, repositories[0])) == 1


def test_nobody_else_sees_any_repository(infra: Infra, repositories: list[str]) -> None:
    tenant = Principal(PrincipalKind.TENANT, "t:x", "u:y")
    for caller in (anonymous("10.0.0.1"), tenant):
        assert allowed(caller, infra, repositories) == frozenset()
        with pytest.raises(NotFound):
            require_repository(caller, infra, repositories[0])


def test_an_unknown_repository_is_not_found_even_by_an_owner(
    infra: Infra, owner: Principal
) -> None:
    with pytest.raises(NotFound):
        require_repository(owner, infra, "0" * 32)


def test_only_an_admin_grants_and_only_to_their_own(
    infra: Infra, owner: Principal, member: Principal, repositories: list[str]
) -> None:
    with pytest.raises(Forbidden):
        _grant(infra, member, repositories[0], member)
    for kind in (PrincipalKind.MEMBER, PrincipalKind.API_KEY, PrincipalKind.TENANT):
        with pytest.raises(NotFound):
            grants.grant(owner, infra, Grant(repositories[0], "0" * 32, kind))
    with pytest.raises(NotFound):
        grants.revoke(owner, infra, repositories[0], "0" * 32)
