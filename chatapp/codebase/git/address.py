"""Clone addresses: which ones are let through, and to which machines.

Checked before any subprocess starts. Only ``https://``, ``ssh://`` and ``user@host:path``; never
``ext::`` or another helper, never a local file. Private and metadata networks are refused unless
the host is allowed by setting; an https host is pinned to the address that was checked.
"""

import ipaddress
import re
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from chatapp.domain.errors import InvalidReference
from chatapp.infra.redaction import redact

SCHEMES: Final = ("https", "ssh")

_SCP: Final = re.compile(r"(?P<user>[A-Za-z0-9._-]+)@(?P<host>[A-Za-z0-9.-]+):(?P<path>[^/\s].*)")
_HOST: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*")


@dataclass(frozen=True, slots=True)
class CloneAddress:
    """An address that may be fetched from. `url` may hold a credential: show `shown` instead."""

    url: str
    scheme: str
    host: str
    port: int

    @property
    def shown(self) -> str:
        """The address without credentials."""
        return redact(self.url)


def is_address(source: str) -> bool:
    """Whether a source means another machine rather than a local path."""
    return "://" in source or "::" in source or _SCP.fullmatch(source) is not None


def parse_address(source: str) -> CloneAddress:
    """The address that `source` spells.

    Raises:
        InvalidReference: it is not one of the allowed forms.
    """
    if source.startswith("-") or "::" in source.partition("://")[0] or not source.isprintable():
        raise InvalidReference("This is not a clone address. Use https://… or ssh://….")
    scp = _SCP.fullmatch(source)
    url = f"ssh://{scp['user']}@{scp['host']}/{scp['path']}" if scp else source
    return _checked(url)


def _checked(url: str) -> CloneAddress:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise InvalidReference("The clone address cannot be read. Check its spelling.") from error
    if parts.scheme not in SCHEMES:
        raise InvalidReference(
            f"Addresses of the kind “{parts.scheme}:” are not cloned. Use https://… or ssh://…."
        )
    host = parts.hostname or ""
    if not _HOST.fullmatch(host) or not parts.path.strip("/") or (parts.username or "")[:1] == "-":
        raise InvalidReference("The clone address needs a host and a path, like https://host/path.")
    return CloneAddress(url, parts.scheme, host, port or (443 if parts.scheme == "https" else 22))


def reachable_ip(address: CloneAddress, private_hosts: tuple[str, ...]) -> str:
    """The IP address that the host stands for now, when it may be connected to.

    Raises:
        InvalidReference: it does not resolve, or lies in a private network that is not allowed.
    """
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise InvalidReference(
            f"The host “{address.host}” is not known. Check the address and the network."
        ) from error
    addresses = [str(entry[4][0]) for entry in found]
    if address.host not in private_hosts and not all(map(_is_public, addresses)):
        raise InvalidReference(
            f"“{address.host}” is in a private network. To clone from there, an admin adds it to"
            " CHATAPP_PRIVATE_HOSTS."
        )
    return addresses[0]


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global and not ip.is_multicast
