"""A web worker pays for its provider before the first question does.

Importing an SDK and making its client costs 0.4 to 3 s. Called by `gunicorn.conf.py` in every
worker; a provider that is not set up is only logged, since the question will say what to do.
"""

import logging

import gevent

from chatapp.domain.errors import ChatappError
from chatapp.infra.handle import Infra
from chatapp.providers.config.active import active_selection
from chatapp.providers.registry import warm

_log = logging.getLogger(__name__)


def warm_soon(infra: Infra) -> gevent.Greenlet:
    """Load, in a greenlet, the provider that answers by default."""
    return gevent.spawn(_warm, infra)


def _warm(infra: Infra) -> None:
    try:
        warm(infra, active_selection(infra))
    except ChatappError as error:
        _log.warning("The provider is not ready: %s", error.message)
