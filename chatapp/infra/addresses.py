"""Whether an address lies in a list of networks, as the settings write it."""

import ipaddress
from collections.abc import Iterable


def is_within(address: str, networks: Iterable[str]) -> bool:
    """Whether `address` lies in one of the networks, each an address or a CIDR block."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(parsed in ipaddress.ip_network(network, strict=False) for network in networks)
