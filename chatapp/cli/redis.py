"""``chatapp redis``: the embedded Redis in the foreground, for a Procfile."""

import click

from chatapp.cli.wiring import Wiring
from chatapp.infra import embedded_redis
from chatapp.infra.private_folder import make_private
from chatapp.infra.supervisor import Program, Supervisor


@click.command()
@click.pass_obj
def redis(wiring: Wiring) -> None:
    """Run the embedded Redis of the data directory in the foreground."""
    settings = wiring.settings()
    supervisor = Supervisor(click.echo)
    supervisor.end_on_signals()
    if settings.redis_url:
        click.echo("REDIS_URL is set, so there is nothing to run; waiting to be ended.")
    else:
        make_private(settings.data_dir)
        supervisor.add(Program("Redis", lambda: embedded_redis.start(settings.data_dir)))
        click.echo(f"Redis listens on {embedded_redis.socket_path(settings.data_dir)}")
    supervisor.watch()
    supervisor.stop_all()
