"""May this caller ask this now? Scope, repository, then limits; checked before anything costs.

The slot taken here is held until the turn ends, not until its reader leaves: a client that hangs
up frees it only by ending its turn.
"""

from chatapp.access import quotas, usage
from chatapp.access.api_keys import DIALOGUE, REPO_CHAT, limits_of
from chatapp.access.grants import require_repository
from chatapp.access.leases import held
from chatapp.access.quotas import Lease, Limits
from chatapp.access.roles import require_scope
from chatapp.access.usage import TurnUsage
from chatapp.conversation.running import Hooks, TurnOutcome
from chatapp.domain.ask import AskRequest, Route
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.infra.handle import Infra


def admit(principal: Principal, infra: Infra, wanted: AskRequest) -> Lease:
    """Let a question in: its slot is held and it is counted, or nothing happened.

    Raises:
        MissingScope: the key may not use this route.
        NotFound: the repository is unknown or not for this caller.
        LimitExceeded: which limit, and when to come back.
    """
    require_scope(principal, REPO_CHAT if wanted.route is Route.REPO_CHAT else DIALOGUE)
    if wanted.route is Route.REPO_CHAT:
        require_repository(principal, infra, wanted.repository_id or "")
    lease = quotas.admit(infra, str(principal.owner), limits_for(principal, infra))
    held(infra).add(lease)
    return lease


def limits_for(principal: Principal, infra: Infra) -> Limits:
    """What this caller may use."""
    match principal.kind:
        case PrincipalKind.API_KEY:
            return limits_of(infra, principal.actor_id)
        case PrincipalKind.SYSTEM:
            return Limits(requests_per_minute=0, concurrency=0)
        case PrincipalKind.PUBLIC:
            return Limits(infra.settings.public_rpm, infra.settings.public_rpm)
        case _:
            return Limits(infra.settings.member_rpm, infra.settings.member_concurrency)


def hooks(principal: Principal, infra: Infra, lease: Lease) -> Hooks:
    """What happens when the turn ends: the slot is free before the last event, the bill after."""

    def settle(outcome: TurnOutcome) -> None:
        _settle(principal, infra, outcome)

    return Hooks(released=lambda: held(infra).drop(lease), settled=settle)


def _settle(principal: Principal, infra: Infra, outcome: TurnOutcome) -> None:
    used = TurnUsage(
        turn_id=outcome.ref.turn_id,
        status=outcome.state,
        input_tokens=outcome.input_tokens,
        output_tokens=outcome.output_tokens,
        is_estimate=outcome.is_estimate,
        latency_ms=round(outcome.duration_s * 1000),
    )
    if principal.kind is PrincipalKind.API_KEY:
        usage.record(infra, principal.actor_id, used)
    quotas.spend(infra, str(principal.owner), used.tokens)
