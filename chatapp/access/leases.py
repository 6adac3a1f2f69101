"""The slots that this process holds for its running questions, renewed while they run.

One greenlet serves all of them and ends when there is none. A process that dies stops renewing,
and the slots come back by themselves (case R01).
"""

import logging
from typing import Final

import gevent
from gevent import Greenlet

from chatapp.access import quotas
from chatapp.access.quotas import LEASE_S, Lease
from chatapp.domain.errors import DependencyUnavailable
from chatapp.infra.handle import Infra

_LOG: Final = logging.getLogger(__name__)
RENEW_S: Final = LEASE_S / 3


class HeldLeases:
    """The leases of this process."""

    def __init__(self, infra: Infra) -> None:
        self._infra = infra
        self._held: set[Lease] = set()
        self._renewer: Greenlet | None = None

    def add(self, lease: Lease) -> None:
        """Renew `lease` until it is dropped."""
        self._held.add(lease)
        if not self._renewer:
            self._renewer = gevent.spawn(self._renew)

    def drop(self, lease: Lease) -> None:
        """Give the slot back now."""
        self._held.discard(lease)
        quotas.release(self._infra, lease)

    def renew_all(self) -> None:
        """Hold every slot for its full time again; with Redis away, try at the next time."""
        for lease in tuple(self._held):
            try:
                quotas.renew(self._infra, lease)
            except DependencyUnavailable:
                _LOG.warning("a slot of %s could not be renewed", lease.caller)

    def _renew(self) -> None:
        while self._held:
            gevent.sleep(RENEW_S)
            self.renew_all()


def held(infra: Infra) -> HeldLeases:
    """The leases of this process."""
    return infra.local.get(HeldLeases, lambda: HeldLeases(infra))
