"""The audit log: who changed what, when. Written in the transaction that makes the change.

It holds ids and words, never a secret or the text of a conversation.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from chatapp.access.models import AuditEntry
from chatapp.domain.errors import Forbidden
from chatapp.domain.identity import Principal
from chatapp.domain.ids import new_id
from chatapp.infra.handle import Infra


@dataclass(frozen=True, slots=True)
class AuditView:
    """One line of the log; `action` is ``noun.verb``, `target` the id it was done to."""

    entry_id: str
    actor_id: str
    actor_name: str
    action: str
    target: str
    detail: str
    created_at: datetime


def record(
    principal: Principal,
    infra: Infra,
    session: Session,
    action: str,
    target: str,
    detail: str = "",
) -> None:
    """Add a line inside the caller's transaction: both happen or neither."""
    session.add(
        AuditEntry(
            id=new_id(),
            account_id=principal.account_id,
            actor_id=principal.actor_id,
            actor_name=principal.name[:120],
            action=action,
            target=target[:190],
            detail=detail,
            created_at=infra.clock.now(),
        )
    )


def log(principal: Principal, infra: Infra, action: str, target: str, detail: str = "") -> None:
    """Add a line for a change that another floor has just made."""
    with infra.database.transaction() as session:
        record(principal, infra, session, action, target, detail)


def entries(principal: Principal, infra: Infra, *, limit: int = 200) -> tuple[AuditView, ...]:
    """The newest lines of the caller's account, newest first; admins only."""
    if not principal.is_admin:
        raise Forbidden("Only an owner or admin of this server may read the audit log.")
    query = select(AuditEntry).where(AuditEntry.account_id == principal.account_id)
    query = query.order_by(AuditEntry.created_at.desc(), AuditEntry.id).limit(limit)
    with infra.database.reading() as session:
        rows = session.scalars(query).all()
    return tuple(
        AuditView(
            row.id,
            row.actor_id,
            row.actor_name,
            row.action,
            row.target,
            row.detail,
            row.created_at,
        )
        for row in rows
    )
