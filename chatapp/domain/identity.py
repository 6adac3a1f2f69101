"""Who is asking. A `Principal` is made in one place (`chatapp.access`) and trusted below it."""

from dataclasses import dataclass
from enum import StrEnum


class PrincipalKind(StrEnum):
    """How the caller proved who they are."""

    PUBLIC = "public"
    MEMBER = "member"
    API_KEY = "api_key"
    TENANT = "tenant"
    SYSTEM = "system"


class MemberRole(StrEnum):
    """What a member may do on this server."""

    OWNER = "owner"
    ADMIN = "admin"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Owner:
    """The pair every conversation, file and lookup is scoped by."""

    account_id: str
    actor_id: str

    def __str__(self) -> str:
        """``account:actor``, used in cache and lock keys."""
        return f"{self.account_id}:{self.actor_id}"


@dataclass(frozen=True, slots=True)
class Principal:
    """An authenticated caller.

    Attributes:
        kind: How the credential was presented.
        account_id: The account (tenant); ``public`` for nobody.
        actor_id: Member id, API key id or gateway user id.
        scopes: Exact scopes of an API key, e.g. ``repo:chat``.
        role: A member's role, else None.
    """

    kind: PrincipalKind
    account_id: str
    actor_id: str
    name: str = ""
    scopes: frozenset[str] = frozenset()
    role: MemberRole | None = None

    @property
    def owner(self) -> Owner:
        """The owner of whatever this caller creates."""
        return Owner(self.account_id, self.actor_id)

    @property
    def is_admin(self) -> bool:
        """Whether this caller may change the server's settings."""
        return self.kind is PrincipalKind.SYSTEM or self.role in (
            MemberRole.OWNER,
            MemberRole.ADMIN,
        )
