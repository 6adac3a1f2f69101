"""``chatapp worker``: does background jobs until told to end."""

from typing import Final

import click

from chatapp.cli.wiring import Wiring
from chatapp.infra.availability import wait_for_redis
from chatapp.infra.queue import RESUME_INDEXING, SWEEP_TURNS, SYNC_REPOSITORIES
from chatapp.infra.settings import Settings
from chatapp.infra.worker import Interval, work

REDIS_WAIT_S: Final = 30.0
SWEEP_S: Final = 30
RESUME_S: Final = 20
LOOKS: Final = 4
"""How often one sync interval is looked at: each repository has its own due time."""


@click.command()
@click.option("--burst", is_flag=True, help="End when no job is left.")
@click.pass_obj
def worker(wiring: Wiring, *, burst: bool) -> None:
    """Do background jobs: indexing, syncs, sweeps."""
    infra = wiring.infra() if burst else wiring.service()
    wait_for_redis(infra.redis, REDIS_WAIT_S)
    work(infra, intervals(infra.settings), is_burst=burst)


def intervals(settings: Settings) -> tuple[Interval, ...]:
    """The jobs that come again by themselves."""
    always = (Interval(SWEEP_TURNS, SWEEP_S), Interval(RESUME_INDEXING, RESUME_S))
    if settings.sync_interval_s == 0:
        return always
    return *always, Interval(SYNC_REPOSITORIES, max(1, settings.sync_interval_s // LOOKS))
