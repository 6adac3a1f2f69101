"""How a web worker leaves: its turns get a moment to end, then everybody is told to come back.

gunicorn would cut streams after its graceful timeout without running any ``finally``. Called by
`gunicorn.conf.py` in every worker.
"""

from collections.abc import Callable
from typing import Final

import gevent

from chatapp.conversation import turn
from chatapp.conversation.worker import worker
from chatapp.infra.handle import Infra
from chatapp.web.sse import connection

LOOK_S: Final = 0.1
PATIENCE_S: Final = 4.0
"""How long running turns may go on; less than gunicorn's graceful timeout."""


def leave_well(infra: Infra, is_staying: Callable[[], bool]) -> None:
    """Watch, in a greenlet, for the end of `is_staying`, and then end turns and streams."""
    gevent.spawn(_leave_after, infra, is_staying)


def _leave_after(infra: Infra, is_staying: Callable[[], bool]) -> None:
    while is_staying():
        gevent.sleep(LOOK_S)
    with gevent.Timeout(PATIENCE_S, exception=False):
        while worker(infra).link.live:
            gevent.sleep(LOOK_S)
    turn.drain(infra)
    connection.drain(infra)
