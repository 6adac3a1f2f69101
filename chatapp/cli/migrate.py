"""``chatapp migrate``: brings the database to the newest revision and says where it is."""

import click

from chatapp.cli.wiring import Wiring
from chatapp.infra.migrate import current_revision


@click.command()
@click.pass_obj
def migrate(wiring: Wiring) -> None:
    """Bring the database to the newest revision; `serve` does it by itself."""
    infra = wiring.infra()
    click.echo(f"The database is at revision {current_revision(infra.database)}.")
