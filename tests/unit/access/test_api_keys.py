from datetime import timedelta

import pytest
from sqlalchemy import select

from chatapp.access import api_keys
from chatapp.access.api_keys import NewKey, create_key, key_principal
from chatapp.access.models import ApiKey
from chatapp.access.quotas import Limits
from chatapp.domain.errors import Forbidden, NotAuthenticated, NotFound, Unprocessable
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra

SCOPES = ("repo:chat", "mcp:crm:customer_search")


def _secret(infra: Infra, owner: Principal) -> str:
    secret = create_key(owner, infra, NewKey("billing", SCOPES)).secret
    assert secret
    return secret


def test_a_secret_is_shown_once_and_stored_as_a_hash(infra: Infra, owner: Principal) -> None:
    secret = _secret(infra, owner)
    assert secret.startswith("wa_")
    assert len(secret) > 40
    (listed,) = api_keys.list_keys(owner, infra)
    assert listed.secret is None
    assert listed.hint == secret[:9]
    with infra.database.reading() as session:
        row = session.scalars(select(ApiKey)).one()
    assert secret not in str(vars(row))


def test_a_secret_is_its_key(infra: Infra, owner: Principal) -> None:
    principal = key_principal(infra, _secret(infra, owner))
    assert principal.kind is PrincipalKind.API_KEY
    assert principal.account_id == owner.account_id
    assert principal.scopes == frozenset(SCOPES)
    assert principal.role is None


@pytest.mark.parametrize(
    "scope",
    [
        "rag:tenant",
        "artifact:generate",
        "agent:all",
        "mcp:crm:*",
        "mcp:*:*",
        "mcp:crm",
        "mcp::tool",
        "mcp:crm:tool:more",
        "repo:*",
        "repo:chat ",
        "*",
        "",
    ],
)
def test_a_scope_that_is_none_is_refused(infra: Infra, owner: Principal, scope: str) -> None:
    with pytest.raises(Unprocessable):
        create_key(owner, infra, NewKey("x", ("repo:chat", scope)))


def test_a_key_needs_a_scope_a_name_and_sane_limits(infra: Infra, owner: Principal) -> None:
    yesterday = infra.clock.now() - timedelta(days=1)
    for wanted in (
        NewKey("x", ()),
        NewKey(" ", SCOPES),
        NewKey("x", SCOPES, Limits(concurrency=-1)),
        NewKey("x", SCOPES, expires_at=yesterday),
    ):
        with pytest.raises(Unprocessable):
            create_key(owner, infra, wanted)


def test_a_disabled_key_stops_at_once(infra: Infra, owner: Principal) -> None:
    secret = _secret(infra, owner)
    key_id = key_principal(infra, secret).actor_id
    api_keys.set_key_disabled(owner, infra, key_id, is_disabled=True)
    with pytest.raises(Forbidden):
        key_principal(infra, secret)
    api_keys.set_key_disabled(owner, infra, key_id, is_disabled=False)
    assert key_principal(infra, secret)


def test_a_rotated_key_keeps_its_id_and_loses_its_secret(infra: Infra, owner: Principal) -> None:
    old = _secret(infra, owner)
    key_id = key_principal(infra, old).actor_id
    new = api_keys.rotate_key(owner, infra, key_id).secret
    assert new
    assert key_principal(infra, new).actor_id == key_id
    with pytest.raises(NotAuthenticated):
        key_principal(infra, old)


def test_a_key_expires(infra: Infra, owner: Principal, clock: FakeClock) -> None:
    expires_at = infra.clock.now() + timedelta(hours=1)
    secret = create_key(owner, infra, NewKey("x", SCOPES, expires_at=expires_at)).secret
    assert secret
    assert key_principal(infra, secret)
    clock.advance(3600)
    with pytest.raises(Forbidden):
        key_principal(infra, secret)


def test_what_is_no_key_is_nobody(infra: Infra, owner: Principal) -> None:
    secret = _secret(infra, owner)
    for made_up in ("wa_", "wa_x", secret[:-1], secret.removeprefix("wa_"), "sk-x"):
        with pytest.raises(NotAuthenticated):
            key_principal(infra, made_up)


def test_the_last_use_is_kept_to_the_minute(
    infra: Infra, owner: Principal, clock: FakeClock
) -> None:
    secret = _secret(infra, owner)
    key_principal(infra, secret)
    first = api_keys.list_keys(owner, infra)[0].last_used_at
    clock.advance(59)
    key_principal(infra, secret)
    assert api_keys.list_keys(owner, infra)[0].last_used_at == first
    clock.advance(1)
    key_principal(infra, secret)
    assert api_keys.list_keys(owner, infra)[0].last_used_at == infra.clock.now()


def test_keys_are_for_admins_of_their_account(infra: Infra, owner: Principal) -> None:
    key = key_principal(infra, _secret(infra, owner))
    with pytest.raises(Forbidden):
        api_keys.list_keys(key, infra)
    with pytest.raises(NotFound):
        api_keys.get_key(owner, infra, "0" * 32)
