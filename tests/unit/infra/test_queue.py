from pathlib import Path

import pytest
from redis import Redis
from rq import Queue

from chatapp.infra.queue import (
    INDEX_REPOSITORY,
    PENDING_KEY,
    QUEUE_NAME,
    RecordingQueue,
    RqQueue,
)
from tests.fakes import make_infra


@pytest.fixture
def redis(tmp_path: Path) -> Redis:
    return make_infra(tmp_path).redis


def _jobs(redis: Redis) -> list[tuple[str, tuple[object, ...], int]]:
    jobs = Queue(QUEUE_NAME, connection=redis).jobs
    return [(job.func_name, job.args, job.timeout) for job in jobs]


def test_job_is_queued_by_name_with_its_ids(redis: Redis) -> None:
    RqQueue(redis).enqueue(INDEX_REPOSITORY, "r1", job_id="index-r1", timeout_s=60)
    assert _jobs(redis) == [(INDEX_REPOSITORY, ("r1",), 60)]


def test_same_job_asked_for_twice_waits_once(redis: Redis) -> None:
    for _ in range(2):
        RqQueue(redis).enqueue(INDEX_REPOSITORY, "r1", job_id="index-r1")
    RqQueue(redis).enqueue(INDEX_REPOSITORY, "r2", job_id="index-r2")
    assert [args for _, args, _ in _jobs(redis)] == [("r1",), ("r2",)]


def test_job_that_has_begun_may_be_asked_for_again(redis: Redis) -> None:
    queue = RqQueue(redis)
    queue.enqueue(INDEX_REPOSITORY, "r1", job_id="index-r1")
    redis.delete(PENDING_KEY.format("index-r1"))
    queue.enqueue(INDEX_REPOSITORY, "r1", job_id="index-r1")
    assert len(_jobs(redis)) == 2


def test_fake_remembers_what_was_asked_for() -> None:
    queue = RecordingQueue()
    queue.enqueue(INDEX_REPOSITORY, "r1", job_id="x")
    assert queue.jobs == [(INDEX_REPOSITORY, ("r1",))]
