"""gunicorn's configuration, taken from our settings."""

from gevent import monkey

monkey.patch_all()

import logging
import resource
import signal
from pathlib import Path

import chatapp.bootstrap.application  # noqa: F401 - loaded once here, before workers are forked
from chatapp.bootstrap.leaving import leave_well
from chatapp.bootstrap.warming import warm_soon
from chatapp.infra.children import end_with_parent
from chatapp.infra.environment import environment
from chatapp.infra.logging import configure
from chatapp.infra.settings import load

OPEN_FILES = 65_536

_settings = load(environment())
_host = f"[{_settings.host}]" if ":" in _settings.host else _settings.host
_, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
_limit = OPEN_FILES if _hard == resource.RLIM_INFINITY else min(_hard, OPEN_FILES)
resource.setrlimit(resource.RLIMIT_NOFILE, (_limit, _hard))

wsgi_app = "wsgi:app"
pythonpath = str(Path(__file__).parent)  # the working directory is where .env is
bind = f"{_host}:{_settings.port}"
workers = _settings.web_workers
worker_class = "chatapp.web.gunicorn_worker.PoliteWorker"
worker_connections = 10_000  # one stream is one connection; the next one would wait silently
timeout = 60
graceful_timeout = 10
keepalive = 3  # an idle connection holds up the end of the worker
limit_request_line = 8190  # gunicorn's largest; longer questions are POSTed
control_socket_disable = True  # 27 opens one fixed path for all instances
accesslog = None  # requests are logged by the application, with their id
loglevel = "debug" if _settings.log_level == "debug" else "warning"
proc_name = "chatapp"


def on_starting(_server):
    """Let gunicorn's own lines look like all others."""
    configure(_settings.log_level)
    log = logging.getLogger("gunicorn.error")
    log.handlers.clear()
    log.propagate = True


def post_fork(server, _worker):
    """Let a worker die with its arbiter, since it would keep the port from the next one."""
    end_with_parent(server.pid, signal.SIGKILL)


def post_worker_init(worker):
    """Load the provider; let turns and streams end in order when the worker is told to stop."""
    infra = worker.wsgi.extensions["chatapp"]
    warm_soon(infra)
    leave_well(infra, lambda: worker.alive)
