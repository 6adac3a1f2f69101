import pytest

from chatapp.access.api_keys import NewKey, create_key
from chatapp.access.gateway import GatewayClaim
from chatapp.access.identity import Credentials, anonymous, authenticate
from chatapp.access.members import login
from chatapp.domain.errors import NotAuthenticated
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.infra.handle import Infra
from tests.unit.access.conftest import PASSWORD


@pytest.fixture
def cookie(infra: Infra, owner: Principal) -> str:
    assert owner
    return login(infra, "olga@example.org", PASSWORD, address="10.0.0.1").token


@pytest.fixture
def secret(infra: Infra, owner: Principal) -> str:
    secret = create_key(owner, infra, NewKey("k", ("repo:chat",))).secret
    assert secret
    return secret


def test_a_cookie_is_a_member_and_a_bearer_is_a_key(
    infra: Infra, owner: Principal, cookie: str, secret: str
) -> None:
    assert authenticate(infra, Credentials(session_token=cookie)) == owner
    for scheme in ("Bearer", "bearer"):
        key = authenticate(infra, Credentials(authorization=f"{scheme} {secret}"))
        assert key.kind is PrincipalKind.API_KEY


def test_a_wrong_key_is_nobody_even_beside_a_good_cookie(infra: Infra, cookie: str) -> None:
    for header in ("Bearer wa_wrong", "Basic b2xnYTp4", "Bearer", ""):
        with pytest.raises(NotAuthenticated):
            authenticate(infra, Credentials(authorization=header, session_token=cookie))


def test_nothing_and_an_ended_session_are_nobody(infra: Infra, owner: Principal) -> None:
    assert owner
    for presented in (Credentials(), Credentials(session_token="ended")):
        with pytest.raises(NotAuthenticated):
            authenticate(infra, presented)


def test_a_claim_of_no_gateway_is_nobody_even_beside_a_good_cookie(
    infra: Infra, cookie: str
) -> None:
    claim = GatewayClaim("tenant", "user", "127.0.0.1")
    with pytest.raises(NotAuthenticated):
        authenticate(infra, Credentials(session_token=cookie, gateway=claim))


def test_only_a_cookie_alone_can_be_sent_by_a_foreign_site() -> None:
    assert Credentials(session_token="x").is_session
    assert not Credentials(authorization="Bearer x", session_token="x").is_session
    assert not Credentials().is_session


def test_nobody_in_particular_has_an_account_of_its_own() -> None:
    stranger = anonymous("10.0.0.1")
    assert (stranger.kind, stranger.account_id) == (PrincipalKind.PUBLIC, "public")
    assert not stranger.is_admin
