"""The process that does background jobs: RQ's forking worker over our queue, and a ticker.

It is never patched by gevent. Every job runs in a process of its own, which throws away the
database connections it inherited, is ended with the worker, and leaves redacted traces only.
"""

import contextlib
import logging
import os
import signal
import time
from dataclasses import dataclass
from importlib import import_module
from types import FrameType
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, Worker
from rq.exceptions import StopRequested
from rq.job import Job

from chatapp.domain.errors import ChatappError
from chatapp.infra.children import end_with_parent
from chatapp.infra.handle import Infra
from chatapp.infra.logging import request_id
from chatapp.infra.queue import JOB_NAMES, PENDING_KEY, QUEUE_NAME, JobQueue
from chatapp.infra.redaction import redact

_LOG: Final = logging.getLogger(__name__)
_TICK_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Interval:
    """A job to ask for again and again, by one worker of all."""

    name: str
    every_s: int


class JobWorker(Worker):
    """RQ's worker with our rules for the process that does the job.

    A worker that is told to end ends its job, too: RQ would wait for it, for hours if it clones a
    huge repository. The job leaves through its `finally` blocks, so that no git stays behind;
    `chatapp.codebase.sync.resume_interrupted` asks for it again.
    """

    max_connection_wait_time = 2.0
    infra: Infra

    def main_work_horse(self, job: Job, queue: Queue) -> None:
        """Begin a job's process."""
        self.setup_work_horse_signals()
        end_with_parent(os.getppid(), signal.SIGTERM)
        self.infra.database.engine.dispose(close=False)
        request_id.set(job.id)
        self.connection.delete(PENDING_KEY.format(job.meta.get("once", job.id)))
        super().main_work_horse(job, queue)

    def setup_work_horse_signals(self) -> None:
        """Let SIGTERM unwind the job instead of cutting it off; Ctrl-C is the worker's to hear."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, _unwind)

    def handle_warm_shutdown_request(self) -> None:
        """End the job that runs."""
        if self.horse_pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.horse_pid, signal.SIGTERM)

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Log a failure: one line for what people can mend, a trace for an error of ours."""
        error = exc_info[1]
        if isinstance(error, SystemExit):
            _LOG.info("job %s ended with its worker", job.func_name)
            return
        if isinstance(error, ChatappError):
            _LOG.info("job %s ended: %s", job.func_name, redact(str(error)))
            return
        super().handle_exception(job, *exc_info)

    def handle_job_failure(
        self,
        job: Job,
        queue: Queue,
        started_job_registry: Any = None,
        exc_string: Any = "",
        execution: Any = None,
    ) -> None:
        """Keep the failure without the secrets that its trace may name."""
        trace = redact(str(exc_string or ""))
        super().handle_job_failure(job, queue, started_job_registry, trace, execution)


def _unwind(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit(1)


def work(infra: Infra, intervals: tuple[Interval, ...], *, is_burst: bool = False) -> None:
    """Do jobs until told to end; with `is_burst` until there are none left."""
    for name in JOB_NAMES:
        import_module(name.rpartition(".")[0])  # once here, and not in every job's process
    if not is_burst:
        _fork_ticker(infra, intervals)
    worker = JobWorker([QUEUE_NAME], connection=infra.redis)
    worker.infra = infra
    worker.log_job_description = False
    with contextlib.suppress(StopRequested):  # told to end while it was ending anyway
        worker.work(burst=is_burst, logging_level="WARNING")


def has_worker(redis: Redis) -> bool:
    """Whether a worker stands by for our queue."""
    return Worker.count(queue=Queue(QUEUE_NAME, connection=redis)) > 0


def tick(redis: Redis, queue: JobQueue, intervals: tuple[Interval, ...]) -> None:
    """Ask for every job whose interval has passed, once over all workers."""
    for interval in intervals:
        key = f"chatapp:tick:{interval.name}"
        if redis.set(key, "1", nx=True, ex=interval.every_s):
            queue.enqueue(interval.name, job_id=interval.name)
            # A worker killed as it took the job would keep it "waiting" for ten minutes.
            redis.expire(PENDING_KEY.format(interval.name), 2 * interval.every_s, lt=True)


def _fork_ticker(infra: Infra, intervals: tuple[Interval, ...]) -> None:
    parent = os.getpid()
    if os.fork() == 0:
        end_with_parent(parent, signal.SIGKILL)
        while os.getppid() == parent:
            try:
                tick(infra.redis, infra.queue, intervals)
            except RedisError:
                _LOG.warning("no Redis to ask for due jobs; trying again")
            time.sleep(_TICK_S)
        os._exit(0)
