import io
import logging
from collections.abc import Iterator

import pytest

from chatapp.infra.logging import LineFormatter, configure, request_id

CANARY = "sk-canary-1234567890abcdef"


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    captured = io.StringIO()
    monkeypatch.setattr("sys.stderr", captured)
    configure("info")
    yield captured
    root.handlers[:], root.level = before
    logging.captureWarnings(capture=False)


def test_record_is_one_line_with_its_request_id(stream: io.StringIO) -> None:
    token = request_id.set("r-42")
    logging.getLogger("some.part").info("two\nlines", extra={"files": 3})
    request_id.reset(token)
    line = stream.getvalue()
    assert line.count("\n") == 1
    assert " INFO " in line
    assert line.rstrip().endswith("some.part r-42 two ⏎ lines files=3")


def test_trace_stays_in_the_line(stream: io.StringIO) -> None:
    logging.getLogger("x").error("failed", exc_info=ValueError("broken"))
    assert stream.getvalue().count("\n") == 1
    assert "ValueError: broken" in stream.getvalue()


@pytest.mark.requirement("U04")
def test_secret_in_message_argument_extra_or_trace_is_not_logged(stream: io.StringIO) -> None:
    log = logging.getLogger("httpx")
    log.warning("POST %s", f"https://user:{CANARY}@host/?key={CANARY}")
    log.warning("refused", extra={"authorization": f"Bearer {CANARY}"})
    log.error("lost", exc_info=RuntimeError(f"cannot connect to mysql://root:{CANARY}@db/x"))
    assert CANARY not in stream.getvalue()
    assert stream.getvalue().count("\n") == 3


def test_debug_is_silent_at_level_info(stream: io.StringIO) -> None:
    logging.getLogger("x").debug("nothing")
    assert stream.getvalue() == ""


def test_carriage_return_cannot_forge_a_line() -> None:
    record = logging.makeLogRecord({"msg": "a\r\nb", "name": "x", "levelname": "INFO"})
    assert "\r" not in LineFormatter().format(record)
