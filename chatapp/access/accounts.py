"""Making accounts and members, from what a person says about themselves.

Checks and the slow password hash come first, outside any transaction (`checked`); the rows are
added inside the caller's. Called by `chatapp.access.members` and `chatapp.access.invitations`.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from chatapp.access.models import Account, Member
from chatapp.access.passwords import hash_password
from chatapp.domain.errors import Conflict, Unprocessable
from chatapp.domain.identity import MemberRole
from chatapp.domain.ids import new_id
from chatapp.domain.json import storable_text
from chatapp.infra.handle import Infra

NAME_LENGTH: Final = 120
EMAIL_LENGTH: Final = 190


@dataclass(frozen=True, slots=True)
class NewMember:
    """A person who may be stored: plain e-mail address in lower case, hashed password."""

    name: str
    email: str
    password_hash: str


def checked(name: str, email: str, password: str) -> NewMember:
    """What a person typed, made storable.

    Raises:
        Unprocessable: name, address or password cannot be used; it says which and why.
    """
    return NewMember(plain_name(name), plain_email(email), hash_password(password))


def plain_email(raw: str) -> str:
    """The address in lower case.

    Raises:
        Unprocessable: it has not the form of one.
    """
    email = raw.strip().lower()
    name, at, host = email.partition("@")
    is_plain = email.isprintable() and not any(character.isspace() for character in email)
    if not (name and at and host and is_plain and len(email) <= EMAIL_LENGTH):
        raise Unprocessable("Give an e-mail address like name@example.org.")
    return email


def plain_name(raw: str) -> str:
    """The name with single spaces.

    Raises:
        Unprocessable: it is empty or too long.
    """
    name = storable_text(" ".join(raw.split()))
    if not 0 < len(name) <= NAME_LENGTH:
        raise Unprocessable(f"Give a name of 1 to {NAME_LENGTH} characters.")
    return name


def count_members(session: Session) -> int:
    """How many members there are on this server."""
    return session.scalar(select(func.count()).select_from(Member)) or 0


def create_account(infra: Infra, session: Session, name: str) -> str:
    """Add an account; its id is returned."""
    account = Account(id=new_id(), name=name, created_at=infra.clock.now())
    session.add(account)
    session.flush()
    return account.id


def create_member(
    infra: Infra, session: Session, account_id: str, role: MemberRole, wanted: NewMember
) -> Member:
    """Add a member.

    Raises:
        Conflict: the address belongs to somebody already.
    """
    if session.scalar(select(Member.id).where(Member.email == wanted.email)):
        raise Conflict("There is already a member with this e-mail address.")
    member = Member(
        id=new_id(),
        account_id=account_id,
        email=wanted.email,
        name=wanted.name,
        password_hash=wanted.password_hash,
        role=role,
        is_disabled=False,
        created_at=infra.clock.now(),
        last_seen_at=None,
    )
    session.add(member)
    session.flush()
    return member
