"""Where the web server listens, and whether it does."""

import http.client
import socket
from http import HTTPStatus
from typing import Final

from chatapp.domain.errors import ChatappError
from chatapp.infra.settings import Settings

_PROBE_TIMEOUT_S: Final = 1.0
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not bound


class PortInUse(ChatappError):
    """The address cannot be listened on."""

    code = "port_in_use"
    status = 409


def web_address(settings: Settings) -> str:
    """The address that people open."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    host = _EVERYWHERE.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def refuse_port_in_use(settings: Settings) -> None:
    """Do nothing when the address is free.

    Raises:
        PortInUse: somebody listens there, or the address is not ours.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((settings.host, settings.port))
    except OSError as error:
        raise PortInUse(
            f"The server cannot listen on {settings.host} port {settings.port}: {error.strerror}."
            " Stop what uses it, or choose another port: CHATAPP_PORT=8001."
        ) from error


def answers(settings: Settings) -> bool:
    """Whether the web server answers its health check."""
    host = _EVERYWHERE.get(settings.host, settings.host)
    connection = http.client.HTTPConnection(host, settings.port, timeout=_PROBE_TIMEOUT_S)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
