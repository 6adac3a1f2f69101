"""The streamable HTTP transport: ``/mcp``, without sessions, each request with its own credential.

A web page that a person has open could reach a server on their machine by a name of its own
(DNS rebinding): only the names in `Listening` are answered, and no page of another origin.
"""

import logging
import socket
from dataclasses import dataclass
from typing import Final

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from chatapp.domain.errors import Conflict
from chatapp.mcp.door import Door, Judge, surface_of
from chatapp.mcp.server import Identity, make_server

PATH: Final = "/mcp"
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
GOODBYE_S: Final = 5
_BACKLOG: Final = 128


@dataclass(frozen=True, slots=True)
class Listening:
    """Where to listen, and the names that clients may reach us by besides those of loopback."""

    host: str
    port: int
    names: tuple[str, ...] = ()

    def open(self) -> socket.socket:
        """The socket, bound; with port 0 the system chooses one.

        Raises:
            Conflict: somebody listens there, or the address is not ours.
        """
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((self.host, self.port))
            listener.listen(_BACKLOG)
        except OSError as error:
            listener.close()
            raise Conflict(
                f"Cannot listen on {self.host} port {self.port}: {error.strerror or error}."
                " Stop what uses it, or choose another with --http HOST:PORT."
            ) from error
        return listener

    def url(self, listener: socket.socket) -> str:
        """The address that a client on this machine is given."""
        return f"http://{self._own_name}:{listener.getsockname()[1]}{PATH}"

    @property
    def _own_name(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def security(self) -> TransportSecuritySettings:
        """Which names and origins are answered."""
        names = (*LOOPBACK, self._own_name, *self.names)
        hosts = [form for name in names for form in (name, f"{name}:*")]
        origins = [f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")]
        return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)


def make_app(identity: Identity, judge: Judge, listening: Listening, timeout_s: float) -> ASGIApp:
    """The ASGI application; `judge` turns a request's credential into its caller's tools."""
    server = make_server(identity, surface_of, timeout_s)
    inner = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        transport_security=listening.security,
    )
    return Door(inner, judge)


def serve(app: ASGIApp, listener: socket.socket) -> None:
    """Serve `app` on `listener` until told to end."""
    level = logging.getLogger().getEffectiveLevel()
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level=max(level, logging.WARNING),
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE_S,
    )
    uvicorn.Server(config).run(sockets=[listener])
