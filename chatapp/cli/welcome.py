"""``chatapp welcome``: the first steps of a fresh server, done once by ``serve``.

Registers the repository that the server runs from when there is no other, and prints the one-time
link for the first admin when there is no member.
"""

import logging
from pathlib import Path
from typing import Final

import click

from chatapp.access.members import first_admin_token
from chatapp.access.operator import NO_ACCOUNT
from chatapp.cli.wiring import Wiring
from chatapp.codebase.registry import list_all, register
from chatapp.domain.errors import ChatappError
from chatapp.domain.repositories import RegisterRepository
from chatapp.infra.diagnosis import Trouble, front_end
from chatapp.infra.handle import Infra
from chatapp.infra.web_address import web_address

ROOT: Final = Path(__file__).parents[2]
_LOG: Final = logging.getLogger(__name__)


@click.command()
@click.pass_obj
def welcome(wiring: Wiring) -> None:
    """Prepare a fresh server: first repository, link for the first admin."""
    infra = wiring.service()
    register_ourselves(infra, ROOT)
    link = first_admin_link(infra)
    if link:
        click.echo(f"Nobody has joined yet. Create the first admin (once, within a day):\n  {link}")
    try:
        front_end(infra.settings)
    except Trouble as trouble:
        click.echo(f"The pages will not work: {trouble.what}. {trouble.remedy}", err=True)


def register_ourselves(infra: Infra, checkout: Path) -> None:
    """Register `checkout` when it is a repository and there is no other."""
    if not infra.settings.registers_itself or list_all(infra) or not (checkout / ".git").exists():
        return
    try:
        register(infra, RegisterRepository(str(checkout), name="chatapp"), account_id=NO_ACCOUNT)
    except ChatappError as error:
        _LOG.warning("the server's own repository was not registered: %s", error)


def first_admin_link(infra: Infra) -> str | None:
    """The one-time link that makes the first admin, or None when somebody is there."""
    token = first_admin_token(infra)
    return token and f"{web_address(infra.settings)}/setup?token={token}"
