"""The bundle of infrastructure that every floor above takes as an argument."""

from dataclasses import dataclass

from redis import Redis

from chatapp.infra.clock import Clock
from chatapp.infra.db import Database
from chatapp.infra.queue import JobQueue
from chatapp.infra.settings import Settings


@dataclass(frozen=True, slots=True)
class Infra:
    """Everything that talks to the machine, made once by `chatapp.bootstrap`.

    `redis` returns bytes (no decoding). In an RQ job the handle comes from `installed`.
    """

    settings: Settings
    database: Database
    redis: Redis
    queue: JobQueue
    clock: Clock


_installed: list[Infra] = []


def install(infra: Infra) -> None:
    """Make `infra` the one that jobs of this process find."""
    _installed[:] = [infra]


def installed() -> Infra:
    """The handle of this process.

    Raises:
        RuntimeError: the process was not started through `chatapp.bootstrap`.
    """
    if not _installed:
        raise RuntimeError("no infrastructure installed: start through chatapp.bootstrap")
    return _installed[0]
