"""One-time links to join. A token is shown once and stored hashed; using it uses it up.

The first owner's link has no account yet; `chatapp.access.members` issues and redeems it.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from chatapp.access import audit
from chatapp.access.accounts import EMAIL_LENGTH, checked, create_member
from chatapp.access.hashes import keyed_hash
from chatapp.access.models import Invitation
from chatapp.access.roles import require_admin
from chatapp.access.sessions import SignedIn, principal_of, start_session
from chatapp.domain.errors import Forbidden, NotAuthenticated, NotFound
from chatapp.domain.identity import MemberRole, Principal
from chatapp.domain.ids import new_id
from chatapp.infra.handle import Infra

INVITATION_LIFE: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class InvitationView:
    """An open invitation; `token` is set only in the answer that creates it."""

    invitation_id: str
    email: str
    role: MemberRole
    created_at: datetime
    expires_at: datetime
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """What an invitation offers: a role in an account, or in one still to be made (None)."""

    account_id: str | None
    role: MemberRole
    email: str = ""
    life: timedelta = INVITATION_LIFE


def invite(principal: Principal, infra: Infra, email: str, role: MemberRole) -> InvitationView:
    """A one-time link for a new member; admins only, owners for owners."""
    require_admin(principal)
    if role is MemberRole.OWNER and principal.role is not MemberRole.OWNER:
        raise Forbidden("Only an owner can invite an owner.")
    offer = Offer(principal.account_id, role, email.strip()[:EMAIL_LENGTH])
    with infra.database.transaction() as session:
        row, token = issue(infra, session, offer)
        audit.record(principal, infra, session, "member.invite", row.id, role)
        return _view(row, token)


def list_invitations(principal: Principal, infra: Infra) -> tuple[InvitationView, ...]:
    """The account's open invitations, newest first; admins only."""
    require_admin(principal)
    query = select(Invitation).where(
        Invitation.account_id == principal.account_id, Invitation.expires_at > infra.clock.now()
    )
    with infra.database.reading() as session:
        rows = session.scalars(query.order_by(Invitation.created_at.desc())).all()
    return tuple(_view(row) for row in rows)


def revoke_invitation(principal: Principal, infra: Infra, invitation_id: str) -> None:
    """Make an open invitation worthless; admins only."""
    require_admin(principal)
    with infra.database.transaction() as session:
        row = session.scalar(select(Invitation).where(Invitation.id == invitation_id))
        if row is None or row.account_id != principal.account_id:
            raise NotFound
        session.delete(row)
        audit.record(principal, infra, session, "member.uninvite", invitation_id)


def accept_invitation(infra: Infra, token: str, name: str, email: str, password: str) -> SignedIn:
    """Join with the invitation's role and sign in.

    Raises:
        NotAuthenticated: the token is unknown, used or too old.
        Unprocessable: name, address or password cannot be used; the token stays good.
        Conflict: the address belongs to somebody already; the token stays good.
    """
    wanted = checked(name, email, password)
    with infra.database.transaction() as session:
        row = redeem(infra, session, token)
        if row.account_id is None:
            raise spent()
        role = MemberRole(row.role)
        member = create_member(infra, session, row.account_id, role, wanted)
        principal = principal_of(member)
        audit.record(principal, infra, session, "member.join", member.id, role)
        return SignedIn(start_session(infra, session, member.id), principal)


def issue(infra: Infra, session: Session, offer: Offer) -> tuple[Invitation, str]:
    """Add an invitation inside the caller's transaction; its token is returned this once."""
    token = secrets.token_urlsafe(32)
    now = infra.clock.now()
    row = Invitation(
        token_hash=_hash(infra, token),
        id=new_id(),
        account_id=offer.account_id,
        email=offer.email,
        role=offer.role,
        created_at=now,
        expires_at=now + offer.life,
    )
    session.add(row)
    session.flush()
    return row, token


def redeem(infra: Infra, session: Session, token: str) -> Invitation:
    """Use a token up inside the caller's transaction; of two at once, one gets it.

    Raises:
        NotAuthenticated: it is unknown, used or too old.
    """
    query = select(Invitation).where(Invitation.token_hash == _hash(infra, token))
    row = session.scalar(query.with_for_update())
    if row is None or row.expires_at <= infra.clock.now():
        raise spent()
    session.delete(row)
    session.flush()
    return row


def spent() -> NotAuthenticated:
    """The one answer to every token that is no good."""
    return NotAuthenticated("This link was used already or is too old. Ask for a new one.")


def _view(row: Invitation, token: str | None = None) -> InvitationView:
    return InvitationView(
        row.id, row.email, MemberRole(row.role), row.created_at, row.expires_at, token
    )


def _hash(infra: Infra, token: str) -> str:
    return keyed_hash(infra, "invitation", token)
