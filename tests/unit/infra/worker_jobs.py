"""Jobs for the worker's tests: imported by the worker under their dotted names."""

import os
import signal
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
