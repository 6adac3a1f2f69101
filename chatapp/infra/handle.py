"""The bundle of infrastructure that every floor above takes as an argument."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from redis import Redis

from chatapp.infra.clock import Clock
from chatapp.infra.db import Database
from chatapp.infra.environment import environment
from chatapp.infra.local import Local
from chatapp.infra.queue import JobQueue
from chatapp.infra.settings import Settings


@dataclass(frozen=True, slots=True)
class Infra:
    """Everything that talks to the machine, made once by `chatapp.bootstrap`.

    `redis` returns bytes (no decoding). `environ` is a snapshot of the process environment, for
    names that are not settings (providers' keys); it is never printed. `local` is what this process
    alone keeps. In an RQ job the handle comes from `installed`.
    """

    settings: Settings
    database: Database
    redis: Redis
    queue: JobQueue
    clock: Clock
    environ: Mapping[str, str] = field(default_factory=environment, repr=False)
    local: Local = field(default_factory=Local, repr=False)


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
