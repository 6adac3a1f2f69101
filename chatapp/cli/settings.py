"""``chatapp settings``: every setting, its value here and what it means."""

from dataclasses import fields

import click

from chatapp.cli.wiring import Wiring
from chatapp.infra.redaction import HIDDEN, redact
from chatapp.infra.settings import Settings


@click.command()
@click.pass_obj
def settings(wiring: Wiring) -> None:
    """Show every setting with its value; secrets are hidden."""
    values = wiring.settings()
    for item in fields(Settings):
        click.echo(f"{item.metadata['env']}={_shown(item.name, getattr(values, item.name))}")
        click.echo(f"    {item.metadata['doc']} Default: {item.metadata['default'] or '(empty)'}")


def _shown(name: str, value: object) -> str:
    if name.endswith(("_key", "_secret", "_token")) and value:
        return HIDDEN
    if isinstance(value, tuple):
        return ",".join(str(part) for part in value)
    return redact(str(value))
