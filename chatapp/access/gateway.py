"""The users of a login gateway: believed only when the gateway itself is.

The gateway proves itself by its address, by a shared secret, or by both where both are set; with
neither set nobody is believed. The delegated credential it sends is no identity: it is for asking
the permission service later.
"""

import hmac
import logging
import re
from dataclasses import dataclass
from typing import Final

from chatapp.domain.errors import NotAuthenticated
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.infra.addresses import is_within
from chatapp.infra.handle import Infra

_LOG: Final = logging.getLogger(__name__)
_UID: Final = re.compile(r"[A-Za-z0-9._@:-]{1,60}")


@dataclass(frozen=True, slots=True)
class GatewayClaim:
    """What a request says about a user, and what it offers as proof.

    Attributes:
        peer: The address that really connected.
        secret: What came as ``X-Gateway-Secret``.
    """

    account_uid: str
    user_uid: str
    peer: str
    secret: str = ""


def gateway_principal(infra: Infra, claim: GatewayClaim) -> Principal:
    """The tenant's user that a trusted gateway speaks for.

    Raises:
        NotAuthenticated: whoever sent it is not the gateway, or an id cannot be one.
    """
    if not _is_gateway(infra, claim):
        _LOG.warning("X-Auth headers from %s were refused: it is not the gateway", claim.peer)
        raise NotAuthenticated("X-Auth headers are taken from the login gateway only.")
    if not _UID.fullmatch(claim.account_uid) or not _UID.fullmatch(claim.user_uid):
        raise NotAuthenticated("X-Auth-Account-UID and X-Auth-UID must both name somebody.")
    # A prefix of its own: a tenant can never be taken for an account of this server.
    return Principal(
        kind=PrincipalKind.TENANT,
        account_id=f"t:{claim.account_uid}",
        actor_id=f"u:{claim.user_uid}",
        name=claim.user_uid,
    )


def _is_gateway(infra: Infra, claim: GatewayClaim) -> bool:
    networks, secret = infra.settings.gateway_networks, infra.settings.gateway_secret
    if not networks and not secret:
        return False
    is_near = not networks or is_within(claim.peer, networks)
    return is_near and hmac.compare_digest(claim.secret.encode(), secret.encode())
