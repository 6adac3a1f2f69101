import logging

import pytest
from flask import Flask

from chatapp.infra.logging import request_id


def test_request_is_one_line_under_its_id_without_the_query(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "chatapp.requests"):
        answer = app.test_client().get(
            "/login?token=secret-token", headers={"X-Request-ID": "r-1234567890"}
        )
    assert [record.getMessage() for record in caplog.records] == ["GET /login 200 in 0 ms"]
    assert answer.headers["X-Request-ID"] == "r-1234567890"
    assert request_id.get() == "r-1234567890"


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/static/css/app.css"])
def test_probes_and_static_files_are_silent(
    app: Flask, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    with caplog.at_level(logging.INFO, "chatapp.requests"):
        app.test_client().get(path).close()
    assert caplog.records == []
