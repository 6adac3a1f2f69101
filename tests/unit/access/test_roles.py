import pytest

from chatapp.access.identity import anonymous
from chatapp.access.roles import require_admin, require_member, require_scope
from chatapp.domain.errors import Forbidden, MissingScope
from chatapp.domain.identity import MemberRole, Principal, PrincipalKind

MEMBER = Principal(PrincipalKind.MEMBER, "a", "m", role=MemberRole.MEMBER)
ADMIN = Principal(PrincipalKind.MEMBER, "a", "n", role=MemberRole.ADMIN)
KEY = Principal(PrincipalKind.API_KEY, "a", "k", scopes=frozenset({"repo:chat"}))
TENANT = Principal(PrincipalKind.TENANT, "t:a", "u:b")


def test_only_admins_pass_as_admins() -> None:
    require_admin(ADMIN)
    for caller in (MEMBER, KEY, TENANT, anonymous("::1")):
        with pytest.raises(Forbidden):
            require_admin(caller)


def test_only_people_pass_as_members() -> None:
    require_member(MEMBER)
    for caller in (KEY, TENANT, anonymous("::1")):
        with pytest.raises(Forbidden):
            require_member(caller)


def test_a_key_needs_one_of_the_scopes_and_people_have_none_to_lack() -> None:
    require_scope(KEY, "dialogue:sse", "repo:chat")
    require_scope(MEMBER, "dialogue:sse")
    with pytest.raises(MissingScope, match="dialogue:sse"):
        require_scope(KEY, "dialogue:sse")
