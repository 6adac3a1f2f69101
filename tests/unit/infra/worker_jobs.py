"""Jobs for the worker's tests: imported by the worker under their dotted names."""

import os
import signal
import time
from pathlib import Path

from sqlalchemy import text

from chatapp.domain.errors import RepositoryError
from chatapp.infra.handle import installed


def note_process(path: str) -> None:
    with installed().database.reading() as session:
        answer = session.scalar(text("SELECT 1"))
    Path(path).write_text(f"{os.getpid()} {os.getppid()} {answer}")


def do_nothing() -> None:
    pass


def touch(path: str) -> None:
    Path(path).touch()


def fail_with_secret() -> None:
    raise RuntimeError("cannot clone https://me:sk-canary-0123456789@host/r.git")


def fail_for_people() -> None:
    raise RepositoryError("https://me:pa55@host/r.git did not answer. Check the network.")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def end_worker_and_wait(path: str) -> None:
    """Tell the worker to end in the middle of a long job, and leave a note on the way out."""
    try:
        os.kill(os.getppid(), signal.SIGTERM)
        time.sleep(20)
        Path(path).write_text("waited")
    except SystemExit:
        Path(path).write_text("unwound")
        raise
