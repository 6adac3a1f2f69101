"""``chatapp member``: the people who may sign in, for the person at the machine."""

import click

from chatapp.access import invitations, members
from chatapp.access.members import MemberView
from chatapp.access.operator import add_member, operator, reset_password
from chatapp.cli.wiring import Wiring
from chatapp.domain.errors import NotFound
from chatapp.domain.identity import MemberRole, Principal
from chatapp.infra.handle import Infra
from chatapp.infra.web_address import web_address

ROLE = click.Choice([role.value for role in MemberRole])
NEW_PASSWORD = click.option(
    "--password", prompt=True, hide_input=True, confirmation_prompt=True, help="Asked for if left."
)


@click.group()
def member() -> None:
    """List, invite and manage members."""


@member.command("list")
@click.pass_obj
def list_members(wiring: Wiring) -> None:
    """List everybody who may sign in."""
    infra = wiring.infra()
    everybody = members.list_members(operator(infra), infra)
    for view in everybody:
        state = "disabled" if view.is_disabled else "active"
        click.echo("\t".join((view.email, view.name, view.role.value, state)))
    if not everybody:
        click.echo("Nobody yet. Add the first: chatapp member add EMAIL --role owner", err=True)


@member.command()
@click.argument("email")
@click.option("--name", prompt=True, help="Asked for if left.")
@click.option("--role", type=ROLE, default=MemberRole.MEMBER.value, show_default=True)
@NEW_PASSWORD
@click.pass_obj
def add(wiring: Wiring, email: str, name: str, role: str, password: str) -> None:
    """Add a member with a password that you set."""
    infra = wiring.infra()
    add_member(operator(infra), infra, (name, email, password), MemberRole(role))
    click.echo(f"{email} may sign in at {web_address(infra.settings)}/login")


@member.command()
@click.argument("email")
@click.option("--role", type=ROLE, default=MemberRole.MEMBER.value, show_default=True)
@click.pass_obj
def invite(wiring: Wiring, email: str, role: str) -> None:
    """Print a one-time link on which EMAIL chooses name and password."""
    infra = wiring.infra()
    view = invitations.invite(operator(infra), infra, email, MemberRole(role))
    click.echo(f"{web_address(infra.settings)}/join?token={view.token}")


@member.command()
@click.argument("email")
@NEW_PASSWORD
@click.pass_obj
def passwd(wiring: Wiring, email: str, password: str) -> None:
    """Set a new password and sign the member out everywhere."""
    infra = wiring.infra()
    reset_password(operator(infra), infra, email, password)
    click.echo(f"{email} has a new password and is signed out everywhere.")


@member.command("role")
@click.argument("email")
@click.argument("role", type=ROLE)
@click.pass_obj
def change_role(wiring: Wiring, email: str, role: str) -> None:
    """Give a member another role."""
    infra = wiring.infra()
    principal = operator(infra)
    view = _by_email(principal, infra, email)
    members.set_role(principal, infra, view.member_id, MemberRole(role))
    click.echo(f"{email} is now {role}.")


@member.command()
@click.argument("email")
@click.pass_obj
def disable(wiring: Wiring, email: str) -> None:
    """Shut a member out at once."""
    _set_disabled(wiring, email, is_disabled=True)


@member.command()
@click.argument("email")
@click.pass_obj
def enable(wiring: Wiring, email: str) -> None:
    """Let a disabled member in again."""
    _set_disabled(wiring, email, is_disabled=False)


def _set_disabled(wiring: Wiring, email: str, *, is_disabled: bool) -> None:
    infra = wiring.infra()
    principal = operator(infra)
    view = _by_email(principal, infra, email)
    members.set_disabled(principal, infra, view.member_id, is_disabled=is_disabled)
    click.echo(f"{email} is {'shut out' if is_disabled else 'let in again'}.")


def _by_email(principal: Principal, infra: Infra, email: str) -> MemberView:
    for view in members.list_members(principal, infra):
        if view.email == email.strip().lower():
            return view
    raise NotFound(f"There is no member with the address {email}.")
