"""The person at the machine: whoever can run ``chatapp`` there may do everything an admin may.

The process's file permissions are the credential. Called by the commands only.
"""

from typing import Final

from sqlalchemy import select

from chatapp.access import audit
from chatapp.access.accounts import checked, create_account, create_member
from chatapp.access.members import ACCOUNT_NAME
from chatapp.access.models import Account, Member
from chatapp.access.passwords import hash_password
from chatapp.access.sessions import end_all_sessions
from chatapp.domain.errors import NotFound
from chatapp.domain.identity import MemberRole, Principal, PrincipalKind
from chatapp.infra.handle import Infra

NO_ACCOUNT: Final = "local"
"""The account id of what the operator makes before anybody has joined."""
ACTOR: Final = "command-line"


def operator(infra: Infra) -> Principal:
    """The operator, in the server's account, with an owner's rights."""
    with infra.database.reading() as session:
        account_id = session.scalar(select(Account.id).order_by(Account.created_at).limit(1))
    return _principal(account_id or NO_ACCOUNT)


def add_member(
    principal: Principal, infra: Infra, who: tuple[str, str, str], role: MemberRole
) -> None:
    """Add a member by name, e-mail address and password; the first one brings the account.

    Raises:
        Unprocessable: name, address or password cannot be used.
        Conflict: the address belongs to somebody already.
    """
    wanted = checked(*who)
    with infra.database.transaction() as session:
        account_id = principal.account_id
        if account_id == NO_ACCOUNT:
            account_id = create_account(infra, session, ACCOUNT_NAME)
        member = create_member(infra, session, account_id, role, wanted)
        audit.record(_principal(account_id), infra, session, "member.add", member.id, role)


def reset_password(principal: Principal, infra: Infra, email: str, password: str) -> None:
    """Give a member who forgot theirs a new password, and sign them out everywhere.

    Raises:
        NotFound: nobody has this address.
        Unprocessable: the password is too short or too long.
    """
    password_hash = hash_password(password)
    query = select(Member).where(Member.email == email.strip().lower())
    with infra.database.transaction() as session:
        member = session.scalar(query.where(Member.account_id == principal.account_id))
        if member is None:
            raise NotFound(f"There is no member with the address {email}.")
        member.password_hash = password_hash
        end_all_sessions(session, member.id)
        audit.record(principal, infra, session, "member.password", member.id, "by the operator")


def _principal(account_id: str) -> Principal:
    return Principal(PrincipalKind.SYSTEM, account_id, ACTOR, "command line", role=MemberRole.OWNER)
