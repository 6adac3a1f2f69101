"""Background jobs over RQ, enqueued by dotted name so that no floor imports the jobs above it."""

from typing import Final, Protocol

from redis import Redis
from rq import Queue

INDEX_REPOSITORY: Final = "chatapp.jobs.indexing.index_repository"
SYNC_REPOSITORIES: Final = "chatapp.jobs.indexing.sync_due_repositories"
RESUME_INDEXING: Final = "chatapp.jobs.indexing.resume_interrupted"
SWEEP_TURNS: Final = "chatapp.jobs.housekeeping.sweep_turns"

JOB_NAMES: Final = (INDEX_REPOSITORY, SYNC_REPOSITORIES, RESUME_INDEXING, SWEEP_TURNS)
"""Every job there is; a test resolves each name."""

QUEUE_NAME: Final = "chatapp"
PENDING_KEY: Final = "chatapp:pending:{}"
"""Set while a job of this id waits; the worker deletes it when the job begins."""
_PENDING_S: Final = 600


class JobQueue(Protocol):
    """Where jobs go."""

    def enqueue(self, name: str, *args: str, job_id: str, timeout_s: int = 3600) -> None:
        """Ask for a job by name with ids only; the same `job_id` while queued is one job."""
        ...


class RqQueue:
    """Jobs in Redis, done by `chatapp worker`."""

    def __init__(self, redis: "Redis") -> None:
        self._redis = redis
        self._queue = Queue(QUEUE_NAME, connection=redis)

    def enqueue(self, name: str, *args: str, job_id: str, timeout_s: int = 3600) -> None:
        """Put the job into Redis; results are dropped at once, since our rows are the truth.

        RQ's own unique ids would also refuse a job while its namesake runs or has failed.
        """
        if not self._redis.set(PENDING_KEY.format(job_id), "1", nx=True, ex=_PENDING_S):
            return
        self._queue.enqueue(
            name,
            args=args,
            meta={"once": job_id},
            job_timeout=timeout_s,
            result_ttl=0,
            failure_ttl=86_400,
        )


class RecordingQueue:
    """The fake: remembers what was asked for."""

    def __init__(self) -> None:
        self.jobs: list[tuple[str, tuple[str, ...]]] = []

    def enqueue(self, name: str, *args: str, job_id: str, timeout_s: int = 3600) -> None:
        """Remember the job; ids and timeouts are the real queue's business."""
        del job_id, timeout_s
        self.jobs.append((name, args))
