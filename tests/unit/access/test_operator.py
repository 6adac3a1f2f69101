from pathlib import Path

import pytest

from chatapp.access.audit import entries
from chatapp.access.members import list_members, login
from chatapp.access.operator import NO_ACCOUNT, add_member, operator, reset_password
from chatapp.access.sessions import session_principal
from chatapp.domain.errors import Conflict, NotAuthenticated, NotFound, Unprocessable
from chatapp.domain.identity import MemberRole
from chatapp.infra.handle import Infra
from tests.fakes import make_infra

ANN = ("Ann", "ann@example.org", "correct horse battery")


@pytest.fixture
def infra(tmp_path: Path) -> Infra:
    return make_infra(tmp_path)


def test_operator_may_everything_before_anybody_joined(infra: Infra) -> None:
    assert operator(infra).is_admin
    assert operator(infra).account_id == NO_ACCOUNT


def test_first_member_brings_the_account_and_the_others_join_it(infra: Infra) -> None:
    add_member(operator(infra), infra, ANN, MemberRole.OWNER)
    add_member(operator(infra), infra, ("Bo", "bo@example.org", ANN[2]), MemberRole.MEMBER)
    emails = [view.email for view in list_members(operator(infra), infra)]
    assert sorted(emails) == ["ann@example.org", "bo@example.org"]
    assert {entry.action for entry in entries(operator(infra), infra)} == {"member.add"}


def test_same_address_is_refused(infra: Infra) -> None:
    add_member(operator(infra), infra, ANN, MemberRole.OWNER)
    with pytest.raises(Conflict):
        add_member(operator(infra), infra, ANN, MemberRole.MEMBER)


def test_new_password_ends_every_session(infra: Infra) -> None:
    add_member(operator(infra), infra, ANN, MemberRole.OWNER)
    signed_in = login(infra, ANN[1], ANN[2], address="::1")
    reset_password(operator(infra), infra, " Ann@Example.org ", "staple correct horse")
    assert session_principal(infra, signed_in.token) is None
    with pytest.raises(NotAuthenticated):
        login(infra, ANN[1], ANN[2], address="::1")


def test_unknown_address_and_short_password_are_told(infra: Infra) -> None:
    add_member(operator(infra), infra, ANN, MemberRole.OWNER)
    with pytest.raises(NotFound, match=r"nobody@example\.org"):
        reset_password(operator(infra), infra, "nobody@example.org", ANN[2])
    with pytest.raises(Unprocessable):
        reset_password(operator(infra), infra, ANN[1], "x")
