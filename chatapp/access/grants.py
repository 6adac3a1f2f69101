"""Who may ask about which repository.

Owners and admins may use all. A repository nobody was granted is open to every member, and to
every key that has no grants of its own; once somebody was granted it, it is closed to the others.
A key with grants may use exactly those. Nobody else's caller sees any repository.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from chatapp.access import audit
from chatapp.access.models import ApiKey, Member, RepositoryGrant
from chatapp.access.roles import require_admin
from chatapp.codebase import registry
from chatapp.domain.errors import NotFound
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.domain.repositories import RepositoryView
from chatapp.infra.handle import Infra


@dataclass(frozen=True, slots=True)
class Grant:
    """One permission: a member's or a key's."""

    repository_id: str
    grantee_id: str
    kind: PrincipalKind


def allowed(principal: Principal, infra: Infra, repository_ids: Sequence[str]) -> frozenset[str]:
    """Those of the repositories that the caller may use."""
    if principal.is_admin:
        return frozenset(repository_ids)
    if principal.kind not in _GRANTEES:
        return frozenset()
    with infra.database.reading() as session:
        grants = session.scalars(select(RepositoryGrant)).all()
    own = {grant.repository_id for grant in grants if grant.grantee_id == principal.actor_id}
    if own and principal.kind is PrincipalKind.API_KEY:
        return frozenset(own.intersection(repository_ids))
    closed = {grant.repository_id for grant in grants}
    return frozenset(name for name in repository_ids if name in own or name not in closed)


def require_repository(principal: Principal, infra: Infra, repository_id: str) -> RepositoryView:
    """The repository, for a caller who may use it.

    Raises:
        NotFound: there is none, or they may not; which of it is not said.
    """
    view = registry.get(infra, repository_id)
    if repository_id not in allowed(principal, infra, (repository_id,)):
        raise NotFound
    return view


def list_grants(principal: Principal, infra: Infra, repository_id: str) -> tuple[Grant, ...]:
    """Who was granted a repository; admins only."""
    require_admin(principal)
    query = select(RepositoryGrant).where(RepositoryGrant.repository_id == repository_id)
    with infra.database.reading() as session:
        rows = session.scalars(query.order_by(RepositoryGrant.grantee_id)).all()
    return tuple(Grant(row.repository_id, row.grantee_id, PrincipalKind(row.kind)) for row in rows)


def grant(principal: Principal, infra: Infra, wanted: Grant) -> None:
    """Give a member or key of the account permission; admins only. Twice is once."""
    require_admin(principal)
    with infra.database.transaction() as session:
        _require_grantee(session, principal, wanted)
        key = (wanted.repository_id, wanted.grantee_id)
        if session.get(RepositoryGrant, key) is None:
            session.add(
                RepositoryGrant(
                    repository_id=wanted.repository_id,
                    grantee_id=wanted.grantee_id,
                    kind=wanted.kind,
                    created_at=infra.clock.now(),
                )
            )
            audit.record(principal, infra, session, "grant.add", "/".join(key), wanted.kind)


def revoke(principal: Principal, infra: Infra, repository_id: str, grantee_id: str) -> None:
    """Take a permission away; admins only."""
    require_admin(principal)
    with infra.database.transaction() as session:
        row = session.get(RepositoryGrant, (repository_id, grantee_id))
        if row is None:
            raise NotFound
        session.delete(row)
        audit.record(principal, infra, session, "grant.remove", f"{repository_id}/{grantee_id}")


def _require_grantee(session: Session, principal: Principal, wanted: Grant) -> None:
    row = _GRANTEES[wanted.kind](session, wanted.grantee_id) if wanted.kind in _GRANTEES else None
    if row is None or row.account_id != principal.account_id:
        raise NotFound


_GRANTEES: Final[dict[PrincipalKind, Callable[[Session, str], Member | ApiKey | None]]] = {
    PrincipalKind.MEMBER: lambda session, grantee_id: session.get(Member, grantee_id),
    PrincipalKind.API_KEY: lambda session, grantee_id: session.get(ApiKey, grantee_id),
}
