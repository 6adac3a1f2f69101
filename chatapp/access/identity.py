"""From what a request presents to who it is. The only maker of principals for outside callers.

The gateway's headers outrank the ``Authorization`` header, which is then a delegated credential;
that outranks a cookie, so that a browser's session never answers for a key that is wrong.
"""

from dataclasses import dataclass
from typing import Final

from chatapp.access.api_keys import key_principal
from chatapp.access.gateway import GatewayClaim, gateway_principal
from chatapp.access.sessions import session_principal
from chatapp.domain.errors import NotAuthenticated
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.infra.handle import Infra

PUBLIC_ACCOUNT: Final = "public"


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a request presented; never anything from its body or query.

    Attributes:
        authorization: The whole ``Authorization`` header, or None.
        session_token: The session cookie, or None.
        gateway: The ``X-Auth-…`` headers, or None when there is none of them.
    """

    authorization: str | None = None
    session_token: str | None = None
    gateway: GatewayClaim | None = None

    @property
    def is_session(self) -> bool:
        """Whether a cookie speaks for the caller, which a foreign site can make a browser send."""
        return not (self.authorization or self.gateway) and self.session_token is not None


def authenticate(infra: Infra, presented: Credentials) -> Principal:
    """Who this is.

    Raises:
        NotAuthenticated: nothing was presented, or it is worth nothing (any more).
        Forbidden: an API key that is disabled or has expired.
    """
    if presented.gateway is not None:
        return gateway_principal(infra, presented.gateway)
    if presented.authorization is not None:
        return key_principal(infra, _bearer(presented.authorization))
    if presented.session_token is None:
        raise NotAuthenticated("Sign in, or send an API key as `Authorization: Bearer wa_…`.")
    principal = session_principal(infra, presented.session_token)
    if principal is None:
        raise NotAuthenticated("This session has ended. Sign in again.")
    return principal


def anonymous(address: str) -> Principal:
    """Nobody in particular, told apart by address for counting only."""
    return Principal(PrincipalKind.PUBLIC, PUBLIC_ACCOUNT, address)


def _bearer(header: str) -> str:
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAuthenticated("Send the key as `Authorization: Bearer wa_…`.")
    return token.strip()
