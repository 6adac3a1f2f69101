"""What a caller's kind and role allow on the server as a whole; repositories have grants."""

from chatapp.domain.errors import Forbidden, MissingScope
from chatapp.domain.identity import Principal, PrincipalKind


def require_admin(principal: Principal) -> None:
    """Let owners, admins and the server itself pass.

    Raises:
        Forbidden: anybody else.
    """
    if not principal.is_admin:
        raise Forbidden("Only an owner or admin of this server may do this.")


def require_member(principal: Principal) -> None:
    """Let people and the server itself pass; a service's key must not do a person's business.

    Raises:
        Forbidden: an API key, a gateway's user or nobody.
    """
    if principal.kind not in (PrincipalKind.MEMBER, PrincipalKind.SYSTEM):
        raise Forbidden("This needs a member who is signed in; an API key is not enough.")


def require_scope(principal: Principal, *any_of: str) -> None:
    """Let a key pass that has one of the scopes; everybody else has no scopes to lack.

    Raises:
        MissingScope: a key without any of them.
    """
    if principal.kind is PrincipalKind.API_KEY and not principal.scopes.intersection(any_of):
        wanted = " or ".join(any_of)
        raise MissingScope(f"This API key lacks the scope {wanted}. Ask an admin for one with it.")
