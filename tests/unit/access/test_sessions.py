from chatapp.access.members import login
from chatapp.access.sessions import csrf_token, end_session, is_csrf_token, session_principal
from chatapp.domain.identity import Principal
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.access.conftest import PASSWORD


def _token(infra: Infra) -> str:
    return login(infra, "olga@example.org", PASSWORD, address="10.0.0.1").token


def test_a_session_ends_when_it_is_old(infra: Infra, owner: Principal, clock: FakeClock) -> None:
    token = _token(infra)
    clock.advance(infra.settings.session_days * 86_400 - 1)
    assert session_principal(infra, token) == owner
    clock.advance(1)
    assert session_principal(infra, token) is None


def test_signing_out_ends_one_session(infra: Infra, owner: Principal) -> None:
    here, elsewhere = _token(infra), _token(infra)
    end_session(infra, here)
    end_session(infra, here)
    assert session_principal(infra, here) is None
    assert session_principal(infra, elsewhere) == owner


def test_a_made_up_token_is_nobody(infra: Infra, owner: Principal) -> None:
    assert owner
    assert session_principal(infra, "made-up") is None


def test_a_csrf_token_belongs_to_its_session(infra: Infra, owner: Principal) -> None:
    assert owner
    here, elsewhere = _token(infra), _token(infra)
    assert is_csrf_token(infra, here, csrf_token(infra, here))
    assert not is_csrf_token(infra, here, csrf_token(infra, elsewhere))
    assert not is_csrf_token(infra, here, "")
    assert here not in csrf_token(infra, here)
