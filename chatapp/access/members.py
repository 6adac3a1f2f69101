"""Members: the first owner, sign-in, roles. People only; services have API keys.

Called by the pages, the REST routes and the CLI. The last owner can be neither disabled nor
demoted: somebody must always be able to let others in.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from chatapp.access import audit
from chatapp.access.accounts import checked, count_members, create_account, create_member
from chatapp.access.invitations import Offer, issue, redeem, spent
from chatapp.access.models import Invitation, Member
from chatapp.access.passwords import hash_password, password_fits
from chatapp.access.rate import Window, count
from chatapp.access.roles import require_admin, require_member
from chatapp.access.sessions import SignedIn, end_all_sessions, principal_of, start_session
from chatapp.domain.errors import Conflict, Forbidden, NotAuthenticated, NotFound
from chatapp.domain.identity import MemberRole, Principal
from chatapp.infra.handle import Infra

SIGN_INS_BY_EMAIL: Final = Window("sign-in attempts", 10, 300)
SIGN_INS_BY_ADDRESS: Final = Window("sign-in attempts from this address", 50, 300)
FIRST_LINK_LIFE: Final = timedelta(days=1)
ACCOUNT_NAME: Final = "Team"


@dataclass(frozen=True, slots=True)
class MemberView:
    """A member as lists and pages show them."""

    member_id: str
    email: str
    name: str
    role: MemberRole
    is_disabled: bool
    created_at: datetime
    last_seen_at: datetime | None


def has_members(infra: Infra) -> bool:
    """Whether anybody has joined yet; before that the first-run page is shown."""
    with infra.database.reading() as session:
        return count_members(session) > 0


def first_admin_token(infra: Infra) -> str | None:
    """A fresh one-time token for the first owner, or None when somebody is there already.

    Only the one that was printed last works.
    """
    if has_members(infra):
        return None
    offer = Offer(None, MemberRole.OWNER, life=FIRST_LINK_LIFE)
    with infra.database.transaction() as session:
        session.execute(delete(Invitation).where(Invitation.account_id.is_(None)))
        return issue(infra, session, offer)[1]


def claim_first_admin(infra: Infra, token: str, name: str, email: str, password: str) -> SignedIn:
    """Make the first owner, with the account, and sign them in.

    Raises:
        NotAuthenticated: the token is unknown, used or too old.
        Unprocessable: name, address or password cannot be used; the token stays good.
    """
    wanted = checked(name, email, password)
    with infra.database.transaction() as session:
        is_first = redeem(infra, session, token).account_id is None
        if not is_first or count_members(session):
            raise spent()
        account_id = create_account(infra, session, ACCOUNT_NAME)
        member = create_member(infra, session, account_id, MemberRole.OWNER, wanted)
        principal = principal_of(member)
        audit.record(principal, infra, session, "member.first", member.id)
        return SignedIn(start_session(infra, session, member.id), principal)


def login(infra: Infra, email: str, password: str, *, address: str) -> SignedIn:
    """Sign in, with a session that did not exist before.

    Raises:
        NotAuthenticated: the pair is wrong or the member is disabled; which of it is not said.
        LimitExceeded: too many attempts for this name or from this address.
    """
    email = email.strip().lower()
    count(infra, SIGN_INS_BY_ADDRESS, address)
    count(infra, SIGN_INS_BY_EMAIL, email)
    with infra.database.reading() as session:
        member = session.scalar(select(Member).where(Member.email == email))
    fits = password_fits(member.password_hash if member else None, password)
    if member is None or not fits or member.is_disabled:
        raise NotAuthenticated("The e-mail address or the password is not right.")
    with infra.database.transaction() as session:
        session.get_one(Member, member.id).last_seen_at = infra.clock.now()
        return SignedIn(start_session(infra, session, member.id), principal_of(member))


def list_members(principal: Principal, infra: Infra) -> tuple[MemberView, ...]:
    """Everybody of the caller's account, oldest first; admins only."""
    require_admin(principal)
    query = select(Member).where(Member.account_id == principal.account_id)
    with infra.database.reading() as session:
        rows = session.scalars(query.order_by(Member.created_at, Member.id)).all()
    return tuple(_view(row) for row in rows)


def set_role(principal: Principal, infra: Infra, member_id: str, role: MemberRole) -> MemberView:
    """Give a member another role and sign them out, so that it holds at once.

    Raises:
        Forbidden: only an owner makes or unmakes owners.
        Conflict: they are the last owner.
    """
    require_admin(principal)
    with infra.database.transaction() as session:
        row = _of_account(session, principal, member_id)
        _require_owner_for_owners(principal, row, role)
        if role is not MemberRole.OWNER:
            _keep_an_owner(session, row)
        row.role = role
        end_all_sessions(session, member_id)
        audit.record(principal, infra, session, "member.role", member_id, role)
        return _view(row)


def set_disabled(
    principal: Principal, infra: Infra, member_id: str, *, is_disabled: bool
) -> MemberView:
    """Shut a member out at once, or let them in again.

    Raises:
        Forbidden: only an owner disables owners.
        Conflict: they are the last owner.
    """
    require_admin(principal)
    with infra.database.transaction() as session:
        row = _of_account(session, principal, member_id)
        _require_owner_for_owners(principal, row)
        if is_disabled:
            _keep_an_owner(session, row)
            end_all_sessions(session, member_id)
        row.is_disabled = is_disabled
        audit.record(principal, infra, session, "member.disabled", member_id, str(is_disabled))
        return _view(row)


def change_password(principal: Principal, infra: Infra, old: str, new: str) -> SignedIn:
    """A new password and a new session; every other session of the member ends.

    Raises:
        NotAuthenticated: the old password is not right.
        Unprocessable: the new one is too short or too long.
    """
    require_member(principal)
    query = select(Member.password_hash).where(Member.id == principal.actor_id)
    with infra.database.reading() as session:
        known = session.scalar(query)
    if not password_fits(known, old):
        raise NotAuthenticated("The present password is not right.")
    password_hash = hash_password(new)
    with infra.database.transaction() as session:
        session.get_one(Member, principal.actor_id).password_hash = password_hash
        end_all_sessions(session, principal.actor_id)
        audit.record(principal, infra, session, "member.password", principal.actor_id)
        return SignedIn(start_session(infra, session, principal.actor_id), principal)


def _of_account(session: Session, principal: Principal, member_id: str) -> Member:
    row = session.get(Member, member_id)
    if row is None or row.account_id != principal.account_id:
        raise NotFound
    return row


def _require_owner_for_owners(
    principal: Principal, row: Member, wanted: MemberRole | None = None
) -> None:
    if MemberRole.OWNER in (row.role, wanted) and principal.role is not MemberRole.OWNER:
        raise Forbidden("Only an owner can do this to an owner, or make one.")


def _keep_an_owner(session: Session, row: Member) -> None:
    others = select(func.count()).where(
        Member.account_id == row.account_id,
        Member.id != row.id,
        Member.role == MemberRole.OWNER,
        Member.is_disabled.is_(False),
    )
    if row.role == MemberRole.OWNER and session.scalar(others) == 0:
        raise Conflict("This is the last owner. Make somebody else an owner first.")


def _view(row: Member) -> MemberView:
    return MemberView(
        member_id=row.id,
        email=row.email,
        name=row.name,
        role=MemberRole(row.role),
        is_disabled=row.is_disabled,
        created_at=row.created_at,
        last_seen_at=row.last_seen_at,
    )
