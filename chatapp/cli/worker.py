"""``chatapp worker``: does background jobs until told to end."""

import click

from chatapp.cli.wiring import Wiring
from chatapp.infra.queue import SWEEP_TURNS, SYNC_REPOSITORIES
from chatapp.infra.settings import Settings
from chatapp.infra.worker import Interval, work


@click.command()
@click.option("--burst", is_flag=True, help="End when no job is left.")
@click.pass_obj
def worker(wiring: Wiring, *, burst: bool) -> None:
    """Do background jobs: indexing, syncs, sweeps."""
    infra = wiring.infra()
    work(infra, intervals(infra.settings), is_burst=burst)


def intervals(settings: Settings) -> tuple[Interval, ...]:
    """The jobs that come again by themselves."""
    syncs = (Interval(SYNC_REPOSITORIES, settings.sync_interval_s),)
    return (Interval(SWEEP_TURNS, 30), *(syncs if settings.sync_interval_s else ()))
