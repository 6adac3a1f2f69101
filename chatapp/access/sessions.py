"""Signed-in browsers: a random token in the cookie, its hash in the store, a CSRF token from both.

Not a login: that is `chatapp.access.members`. A session ends by sign-out, by its age, and at once
for all of a member's when their password or role changes or they are disabled.
"""

import hmac
import secrets
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from chatapp.access.hashes import keyed_hash
from chatapp.access.models import Member, MemberSession
from chatapp.domain.identity import MemberRole, Principal, PrincipalKind
from chatapp.infra.handle import Infra


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A fresh session: the token for the cookie, given to nobody else, and who it is."""

    token: str
    principal: Principal


def start_session(infra: Infra, session: Session, member_id: str) -> str:
    """Open a session inside the caller's transaction; the token is returned this once."""
    token = secrets.token_urlsafe(32)
    now = infra.clock.now()
    session.execute(delete(MemberSession).where(MemberSession.expires_at < now))
    session.add(
        MemberSession(
            token_hash=_hash(infra, token),
            member_id=member_id,
            created_at=now,
            expires_at=now + timedelta(days=infra.settings.session_days),
        )
    )
    return token


def session_principal(infra: Infra, token: str) -> Principal | None:
    """The member this token belongs to, or None when it is unknown, old or disabled."""
    with infra.database.reading() as session:
        row = session.get(MemberSession, _hash(infra, token))
        if row is None or row.expires_at <= infra.clock.now():
            return None
        member = session.get(Member, row.member_id)
    return None if member is None or member.is_disabled else principal_of(member)


def end_session(infra: Infra, token: str) -> None:
    """Sign this browser out; an unknown token is already signed out."""
    with infra.database.transaction() as session:
        session.execute(
            delete(MemberSession).where(MemberSession.token_hash == _hash(infra, token))
        )


def end_all_sessions(session: Session, member_id: str) -> None:
    """Sign a member out everywhere, inside the caller's transaction."""
    session.execute(delete(MemberSession).where(MemberSession.member_id == member_id))


def csrf_token(infra: Infra, token: str) -> str:
    """The value that a form or header of this session must repeat."""
    return keyed_hash(infra, "csrf", token)


def is_csrf_token(infra: Infra, token: str, presented: str) -> bool:
    """Whether `presented` is this session's CSRF token, compared in constant time."""
    return hmac.compare_digest(csrf_token(infra, token).encode(), presented.encode())


def principal_of(member: Member) -> Principal:
    """The caller that a member is."""
    return Principal(
        kind=PrincipalKind.MEMBER,
        account_id=member.account_id,
        actor_id=member.id,
        name=member.name,
        role=MemberRole(member.role),
    )


def _hash(infra: Infra, token: str) -> str:
    return keyed_hash(infra, "session", token)
