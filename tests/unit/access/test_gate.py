import pytest
from sqlalchemy import select

from chatapp.access import gate, quotas
from chatapp.access.api_keys import NewKey, create_key
from chatapp.access.identity import anonymous
from chatapp.access.leases import held
from chatapp.access.models import ApiKeyUsage
from chatapp.access.quotas import Limits
from chatapp.conversation.running import TurnOutcome
from chatapp.domain.ask import AskRequest, Route
from chatapp.domain.conversations import TurnRef
from chatapp.domain.errors import LimitExceeded, MissingScope, NotFound
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.domain.turns import MessageState
from chatapp.infra.handle import Infra

AGENT = AskRequest("Hi", Route.AGENT_ASK, "r1")
CHAT = AskRequest("Hi", Route.REPO_CHAT, "r1", repository_id="0" * 32)
REF = TurnRef("c" * 32, "r1", "a" * 32, "b" * 32)


def _key(infra: Infra, owner: Principal, *scopes: str, **limits: int) -> Principal:
    view = create_key(owner, infra, NewKey("k", scopes, Limits(**limits)))
    return Principal(PrincipalKind.API_KEY, owner.account_id, view.key_id, scopes=frozenset(scopes))


def _outcome(state: MessageState, input_tokens: int, output_tokens: int) -> TurnOutcome:
    return TurnOutcome(
        ref=REF,
        state=state,
        provider="p",
        model="m",
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        is_estimate=True,
        duration_s=1.25,
        error_code=None,
    )


def test_a_scope_is_needed_for_its_route_only(infra: Infra, owner: Principal) -> None:
    talker = _key(infra, owner, "dialogue:sse")
    assert gate.admit(talker, infra, AGENT)
    with pytest.raises(MissingScope):
        gate.admit(talker, infra, CHAT)
    with pytest.raises(MissingScope):
        gate.admit(_key(infra, owner, "repo:chat"), infra, AGENT)


def test_what_is_refused_is_not_counted(infra: Infra, owner: Principal) -> None:
    key = _key(infra, owner, "dialogue:sse", "repo:chat", requests_per_minute=1)
    with pytest.raises(NotFound):
        gate.admit(key, infra, CHAT)
    assert quotas.running(infra, str(key.owner)) == 0
    assert gate.admit(key, infra, AGENT)


def test_a_keys_limits_are_its_own(infra: Infra, owner: Principal) -> None:
    key = _key(infra, owner, "dialogue:sse", concurrency=1)
    lease = gate.admit(key, infra, AGENT)
    with pytest.raises(LimitExceeded):
        gate.admit(key, infra, AGENT)
    gate.hooks(key, infra, lease).released()
    assert gate.admit(key, infra, AGENT)


def test_members_and_strangers_have_the_limits_of_the_settings(
    infra: Infra, owner: Principal
) -> None:
    settings = infra.settings
    assert gate.limits_for(owner, infra) == Limits(settings.member_rpm, settings.member_concurrency)
    assert gate.limits_for(anonymous("::1"), infra).requests_per_minute == settings.public_rpm


def test_a_keys_turn_is_billed_once_after_its_end(infra: Infra, owner: Principal) -> None:
    key = _key(infra, owner, "dialogue:sse", tokens_per_day=12)
    lease = gate.admit(key, infra, AGENT)
    outcome = _outcome(MessageState.COMPLETED, 5, 7)
    hooks = gate.hooks(key, infra, lease)
    hooks.released()
    hooks.settled(outcome)
    hooks.settled(outcome)
    with infra.database.reading() as session:
        row = session.scalars(select(ApiKeyUsage)).one()
    assert (row.turn_id, row.status) == (REF.turn_id, "completed")
    assert (row.input_tokens, row.output_tokens, row.is_estimate) == (5, 7, True)
    assert row.latency_ms == 1250
    with pytest.raises(LimitExceeded, match="tokens per day"):
        gate.admit(key, infra, AGENT)


def test_a_members_turn_leaves_no_bill(infra: Infra, owner: Principal) -> None:
    lease = gate.admit(owner, infra, AGENT)
    outcome = _outcome(MessageState.FAILED, 0, 0)
    gate.hooks(owner, infra, lease).settled(outcome)
    held(infra).drop(lease)
    with infra.database.reading() as session:
        assert session.scalars(select(ApiKeyUsage)).all() == []


def test_users_of_two_tenants_with_one_name_do_not_share_a_limit(infra: Infra) -> None:
    for tenant in ("t:a", "t:b"):
        user = Principal(PrincipalKind.TENANT, tenant, "u:1")
        for _ in range(infra.settings.member_concurrency):
            gate.admit(user, infra, AGENT)
