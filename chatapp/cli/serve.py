"""``chatapp serve``: everything one box needs, in one terminal, ended by one Ctrl-C."""

import sys
import time
from pathlib import Path
from typing import IO, Final

import click

from chatapp.cli.wiring import Wiring
from chatapp.domain.errors import ChatappError, DependencyUnavailable
from chatapp.infra import embedded_redis, file_lock
from chatapp.infra.children import start
from chatapp.infra.private_folder import make_private
from chatapp.infra.settings import Settings
from chatapp.infra.supervisor import Program, Supervisor
from chatapp.infra.web_address import answers, refuse_port_in_use, web_address

ROOT: Final = Path(__file__).parents[2]
LOCK_NAME: Final = "serve.lock"


class AlreadyServed(ChatappError):
    """Another `serve` runs on the same data directory."""

    code = "already_served"
    status = 409


@click.command()
@click.pass_obj
def serve(wiring: Wiring) -> None:
    """Start everything: Redis, migrations, the job worker and the web server."""
    settings = wiring.settings()
    make_private(settings.data_dir)
    with _alone(settings):
        refuse_port_in_use(settings)
        sys.exit(_run(settings))


def _alone(settings: Settings) -> IO[str]:
    path = settings.data_dir / LOCK_NAME
    try:
        lock = file_lock.try_hold(path)
    except OSError as error:
        raise DependencyUnavailable(
            f"Nothing can be written to {settings.data_dir}: {error.strerror}. Free some space or"
            " mend its rights, or choose another folder: CHATAPP_DATA_DIR."
        ) from error
    if lock is None:
        raise AlreadyServed(
            f"Another `chatapp serve` (process {file_lock.holder(path)}) already runs on"
            f" {settings.data_dir}. Stop it first, or set CHATAPP_DATA_DIR and CHATAPP_PORT for a"
            " second server."
        )
    return lock


def _run(settings: Settings) -> int:
    began = time.monotonic()
    supervisor = Supervisor(_say)
    supervisor.end_on_signals()
    try:
        _start_web(supervisor, settings)
        code = supervisor.wait_until(lambda: answers(settings))
        if code is None and not supervisor.is_ending:
            _say(f"Ready after {time.monotonic() - began:.1f} s: {web_address(settings)}")
            _say("Press Ctrl-C to stop.")
            _start_work(supervisor)
            supervisor.watch()
    finally:
        _say("Stopping …")
        supervisor.stop_all()
    return code or 0


def _start_web(supervisor: Supervisor, settings: Settings) -> None:
    if not settings.redis_url:
        supervisor.add(Program("Redis", lambda: embedded_redis.start(settings.data_dir)))
    supervisor.add(Program("web", lambda: start(_gunicorn()), patience_s=15))


def _start_work(supervisor: Supervisor) -> None:
    """What nobody waits for comes after the web server, which then has the machine to itself."""
    supervisor.add(Program("worker", lambda: start(_chatapp("worker"))))
    supervisor.add(Program("first steps", lambda: start(_chatapp("welcome")), is_done_once=True))


def _chatapp(command: str) -> list[str]:
    return [sys.executable, "-m", "chatapp", command]


def _gunicorn() -> list[str]:
    return [sys.executable, "-m", "gunicorn", "--config", str(ROOT / "gunicorn.conf.py")]


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()
