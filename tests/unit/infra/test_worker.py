import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rq import Queue
from rq.job import Job
from rq.registry import FailedJobRegistry

from chatapp.infra import worker
from chatapp.infra.handle import Infra, install
from chatapp.infra.logging import configure as configure_logging
from chatapp.infra.queue import PENDING_KEY, QUEUE_NAME, SWEEP_TURNS, RecordingQueue, RqQueue
from chatapp.infra.worker import Interval, has_worker, tick, work
from tests.fakes import make_infra

MODULE = "tests.unit.infra.worker_jobs"


@pytest.fixture
def infra(tmp_path: Path) -> Infra:
    made = make_infra(tmp_path)
    return replace(made, queue=RqQueue(made.redis))


@pytest.fixture(autouse=True)
def _light(monkeypatch: pytest.MonkeyPatch) -> None:
    """The product's own jobs are heavy to import, and not what is looked at here."""
    monkeypatch.setattr(worker, "JOB_NAMES", ())


def test_job_is_done_in_a_process_of_its_own_with_the_database(
    infra: Infra, tmp_path: Path
) -> None:
    install(infra)
    infra.queue.enqueue(f"{MODULE}.note_process", str(tmp_path / "pid"), job_id="j")
    work(infra, (), is_burst=True)
    pid, parent, answer = (tmp_path / "pid").read_text().split()
    assert pid != parent
    assert answer == "1"
    assert Queue(QUEUE_NAME, connection=infra.redis).count == 0


def test_job_that_has_begun_is_no_longer_pending(infra: Infra) -> None:
    infra.queue.enqueue(f"{MODULE}.do_nothing", job_id="j")
    assert infra.redis.exists(PENDING_KEY.format("j"))
    work(infra, (), is_burst=True)
    assert not infra.redis.exists(PENDING_KEY.format("j"))


@pytest.mark.requirement("U04")
def test_failed_job_keeps_its_reason_without_the_secret(infra: Infra) -> None:
    infra.queue.enqueue(f"{MODULE}.fail_with_secret", job_id="j")
    work(infra, (), is_burst=True)
    registry = FailedJobRegistry(queue=Queue(QUEUE_NAME, connection=infra.redis))
    [job_id] = registry.get_job_ids()
    result = Job.fetch(job_id, connection=infra.redis).latest_result()
    assert result is not None
    assert "cannot clone https://***@host/r.git" in str(result.exc_string)
    assert "sk-canary" not in str(result.exc_string)


@pytest.mark.parametrize(
    ("job", "has_trace"), [("fail_for_people", False), ("fail_with_secret", True)]
)
def test_only_errors_of_ours_leave_a_trace(
    infra: Infra, capfd: pytest.CaptureFixture[str], job: str, *, has_trace: bool
) -> None:
    configure_logging("info")
    infra.queue.enqueue(f"{MODULE}.{job}", job_id="j")
    work(infra, (), is_burst=True)
    logged = "".join(capfd.readouterr())
    assert job in logged
    assert ("Traceback" in logged) is has_trace
    assert "pa55" not in logged


def test_job_whose_process_is_killed_does_not_stop_the_worker(infra: Infra, tmp_path: Path) -> None:
    infra.queue.enqueue(f"{MODULE}.die", job_id="a")
    infra.queue.enqueue(f"{MODULE}.touch", str(tmp_path / "after"), job_id="b")
    work(infra, (), is_burst=True)
    assert (tmp_path / "after").exists()


@pytest.fixture
def _kept_signals() -> Iterator[None]:
    """RQ leaves its handlers behind, and after the first signal the second is deadly."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    handlers = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, handlers, strict=True):
        signal.signal(number, handler)


@pytest.mark.usefixtures("_kept_signals")
def test_worker_that_is_told_to_end_lets_its_job_clean_up(infra: Infra, tmp_path: Path) -> None:
    """Ctrl-C during a hanging clone took 12 s and left three git processes behind."""
    note = tmp_path / "note"
    infra.queue.enqueue(f"{MODULE}.end_worker_and_wait", str(note), job_id="j")
    work(infra, (), is_burst=True)
    assert note.read_text() == "unwound"


def test_due_job_is_asked_for_once_an_interval_over_all_workers(infra: Infra) -> None:
    queues = (RecordingQueue(), RecordingQueue())
    intervals = (Interval(SWEEP_TURNS, 30),)
    for queue in queues:
        tick(infra.redis, queue, intervals)
    assert [queue.jobs for queue in queues] == [[(SWEEP_TURNS, ())], []]
    infra.redis.delete(f"chatapp:tick:{SWEEP_TURNS}")
    tick(infra.redis, queues[1], intervals)
    assert queues[1].jobs == [(SWEEP_TURNS, ())]


def test_no_worker_stands_by_where_none_was_started(infra: Infra) -> None:
    assert not has_worker(infra.redis)


def test_a_due_job_does_not_wait_for_a_worker_that_was_killed_as_it_took_it(infra: Infra) -> None:
    """The sweep did not run for ten minutes after an unlucky kill."""
    for _ in range(2):
        tick(infra.redis, infra.queue, (Interval(SWEEP_TURNS, 30),))
        infra.redis.delete(f"chatapp:tick:{SWEEP_TURNS}")
    assert 0 < infra.redis.ttl(PENDING_KEY.format(SWEEP_TURNS)) <= 60
    assert Queue(QUEUE_NAME, connection=infra.redis).count == 1
