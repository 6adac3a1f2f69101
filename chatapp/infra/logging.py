"""One line a record: time, level, process, logger, request id, message, then ``name=value``.

Every record of every library goes through the same handler, and through `redact`. A trace is
joined into the same line with ``⏎``, so that a line-based collector never splits a record.
"""

import logging
import os
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

from chatapp.infra.redaction import redact

request_id: Final[ContextVar[str]] = ContextVar("request_id", default="-")
"""Set by whoever begins a piece of work: a request, a turn, a job."""

_STANDARD: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime"}
_QUIET: Final = {
    "alembic": logging.WARNING,
    "httpx": logging.WARNING,
    "httpcore": logging.WARNING,
    "markdown_it": logging.INFO,
}


class LineFormatter(logging.Formatter):
    """Formats a record as one redacted line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line without a line end."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        head = f"{when} {record.levelname} {record.process} {record.name} {request_id.get()}"
        parts = [head, record.getMessage(), *_extras(record), *_trace(self, record)]
        return redact(" ".join(parts).replace("\r", "").replace("\n", " ⏎ "))


def configure(level: str) -> None:
    """Send everything of at least `level` to standard error as lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.captureWarnings(capture=True)
    for name, least in _QUIET.items():
        logging.getLogger(name).setLevel(max(least, root.level))


def _extras(record: logging.LogRecord) -> list[str]:
    named = {name: value for name, value in vars(record).items() if name not in _STANDARD}
    return [f"{name}={value}" for name, value in named.items()]


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    if record.exc_info:
        return [formatter.formatException(record.exc_info).replace(os.linesep, "\n")]
    return []
