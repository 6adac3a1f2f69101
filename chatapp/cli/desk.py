"""What commands on the data stand on: an Infra whose Redis answers and whose jobs get done.

With a server running that is the server's. Without one the command brings a Redis of its own,
which lives as long as the command, and a worker that ends when there is nothing left to do.
"""

import dataclasses
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from chatapp.access.operator import operator
from chatapp.cli.wiring import Wiring
from chatapp.domain.identity import Principal
from chatapp.infra import embedded_redis
from chatapp.infra.children import start, stop
from chatapp.infra.handle import Infra
from chatapp.infra.settings import Settings
from chatapp.infra.worker import has_worker


@dataclass(frozen=True, slots=True)
class Desk:
    """The infrastructure, the person at the machine, and what has to be ended with the command."""

    infra: Infra
    principal: Principal
    ends: ExitStack

    def let_work(self) -> Callable[[], bool]:
        """Make sure that the jobs asked for so far get done; tells whether somebody is at it."""
        if has_worker(self.infra.redis):
            return lambda: True
        environ = {**self.infra.environ, "REDIS_URL": self.infra.settings.redis_url}
        worker = start([sys.executable, "-m", "chatapp", "worker", "--burst"], environ=environ)
        self.ends.callback(stop, worker, patience_s=5)
        return lambda: worker.poll() is None


@contextmanager
def open_desk(wiring: Wiring) -> Iterator[Desk]:
    """A desk for the block."""
    with ExitStack() as ends:
        infra = wiring.infra(_with_redis(wiring.settings(), ends))
        yield Desk(infra, operator(infra), ends)


def _with_redis(settings: Settings, ends: ExitStack) -> Settings:
    if settings.redis_url or embedded_redis.is_up(settings.data_dir):
        return settings
    folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="chatapp-")))
    server = embedded_redis.start(folder, options=("--appendonly", "no"))
    ends.callback(stop, server, patience_s=2)
    return dataclasses.replace(settings, redis_url=embedded_redis.url(folder))
