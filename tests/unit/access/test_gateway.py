from pathlib import Path

import pytest

from chatapp.access.gateway import GatewayClaim, gateway_principal
from chatapp.domain.errors import NotAuthenticated
from chatapp.domain.identity import PrincipalKind
from tests.fakes import make_infra

SECRET = {"CHATAPP_GATEWAY_SECRET": "hush"}
NETWORK = {"CHATAPP_GATEWAY_NETWORKS": "10.1.0.0/16, ::1"}


@pytest.mark.parametrize(
    ("settings", "peer", "secret", "is_believed"),
    [
        ({}, "127.0.0.1", "", False),
        (SECRET, "203.0.113.9", "hush", True),
        (SECRET, "203.0.113.9", "wrong", False),
        (SECRET, "203.0.113.9", "", False),
        (NETWORK, "10.1.2.3", "", True),
        (NETWORK, "::1", "", True),
        (NETWORK, "10.2.2.3", "", False),
        (NETWORK, "", "", False),
        ({**SECRET, **NETWORK}, "10.1.2.3", "hush", True),
        ({**SECRET, **NETWORK}, "10.1.2.3", "wrong", False),
        ({**SECRET, **NETWORK}, "10.2.2.3", "hush", False),
    ],
)
def test_a_claim_counts_only_from_the_gateway(
    tmp_path: Path, settings: dict[str, str], peer: str, secret: str, *, is_believed: bool
) -> None:
    infra = make_infra(tmp_path, **settings)
    claim = GatewayClaim("acme", "u.1", peer, secret)
    if not is_believed:
        with pytest.raises(NotAuthenticated):
            gateway_principal(infra, claim)
        return
    principal = gateway_principal(infra, claim)
    assert principal.kind is PrincipalKind.TENANT
    assert str(principal.owner) == "t:acme:u:u.1"


@pytest.mark.parametrize("uid", ["", " ", "a b", "a\nb", "x" * 61, "../x", "é"])
def test_an_id_that_cannot_be_one_is_refused(tmp_path: Path, uid: str) -> None:
    infra = make_infra(tmp_path, **SECRET)
    for claim in (GatewayClaim(uid, "u", "::1", "hush"), GatewayClaim("a", uid, "::1", "hush")):
        with pytest.raises(NotAuthenticated):
            gateway_principal(infra, claim)
