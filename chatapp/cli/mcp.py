"""``chatapp mcp``: the repository tools for other agents, over standard input and output or HTTP.

A process of its own that gevent has not patched. It needs no server: it reads the data directory's
database and indexes, as they are at each call.
"""

from functools import partial
from typing import Final

import click

from chatapp import __version__
from chatapp.access.api_keys import REPO_CHAT
from chatapp.access.identity import Credentials, authenticate
from chatapp.access.roles import require_scope
from chatapp.cli.desk import open_desk
from chatapp.cli.repo import chosen
from chatapp.cli.surface import offered
from chatapp.cli.wiring import Wiring
from chatapp.domain.errors import NotAuthenticated
from chatapp.infra.handle import Infra
from chatapp.mcp import http, stdio
from chatapp.mcp.http import Listening
from chatapp.mcp.server import Identity
from chatapp.mcp.wire import Surface

MAX_PORT: Final = 65535
INSTRUCTIONS: Final = (
    "Tools over the indexed code of {name} and its history. Start with search_codebase or"
    " get_answer when you do not know where something is, get_context to read files and"
    " definitions, get_why for recorded reasons, get_change_risk before a change. Results quote"
    " lines as path:line at the indexed commit and say when HEAD has moved on."
)


class Address(click.ParamType[tuple[str, int]]):
    """``HOST:PORT``, the host of an IPv6 address in brackets; a port alone is on loopback."""

    name = "host:port"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """The two parts."""
        host, _, port = str(value).rpartition(":")
        if not port.isascii() or not port.isdigit() or int(port) > MAX_PORT:
            self.fail(f"“{value}” is not HOST:PORT, for example 127.0.0.1:8765.", param, ctx)
        return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)


@click.command()
@click.option("--repo", "where", default=".", help="A folder, or the name of a repository.")
@click.option("--http", "address", type=Address(), help="Serve by HTTP at HOST:PORT/mcp.")
@click.option("--allow-host", "names", multiple=True, help="A name clients reach it by (HTTP).")
@click.pass_obj
def mcp(
    wiring: Wiring, where: str, address: tuple[str, int] | None, names: tuple[str, ...]
) -> None:
    """Offer the repository tools to other agents by the Model Context Protocol."""
    with open_desk(wiring) as desk:
        infra, principal, repository = desk.infra, desk.principal, chosen(desk, where)
    identity = Identity("chatapp", __version__, INSTRUCTIONS.format(name=repository.name))
    timeout_s = infra.settings.tool_timeout_s
    if address is None:
        surface = partial(offered, principal, infra, repository.repository_id)
        stdio.serve(identity, surface, timeout_s)
        return
    listening = Listening(*address, names)
    listener = listening.open()
    judge = partial(judged, infra, repository.repository_id)
    click.echo(f"MCP: {listening.url(listener)}", err=True)
    http.serve(http.make_app(identity, judge, listening, timeout_s), listener)


def judged(infra: Infra, repository_id: str, authorization: str | None) -> Surface:
    """The tools of the API key that a request presents.

    Raises:
        NotAuthenticated: no key, or one that is not known.
        Forbidden: it is disabled, has expired or lacks the scope.
    """
    if authorization is None:
        raise NotAuthenticated("Send an API key as `Authorization: Bearer wa_…`.")
    principal = authenticate(infra, Credentials(authorization))
    require_scope(principal, REPO_CHAT)
    return partial(offered, principal, infra, repository_id)
