"""What callers and people see of an error, and what they must not."""

import logging
from dataclasses import replace

import pytest
from flask import Flask
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from chatapp.bootstrap.application import assemble, bare_app
from chatapp.infra.handle import Infra
from chatapp.infra.local import Local
from tests.functional.callers import Caller

CANARY = "sk-canary-0123456789"


@pytest.fixture
def broken(infra: Infra) -> Flask:
    """The app with one route that has a bug."""
    app = bare_app()

    @app.get("/api/bug")
    def bug() -> str:
        raise RuntimeError(f"https://user:{CANARY}@host failed")

    return assemble(app, infra)


@pytest.mark.requirement("U04")
def test_a_bug_is_told_by_its_id_and_logged_with_its_trace(
    broken: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        response = broken.test_client().get("/api/bug")
    assert (response.status_code, response.mimetype) == (500, "application/problem+json")
    assert set(response.json) == {
        "type",
        "title",
        "status",
        "code",
        "detail",
        "retryable",
        "request_id",
    }
    assert response.json["code"] == "internal_error"
    assert CANARY not in response.get_data(as_text=True)
    assert "Traceback" not in response.get_data(as_text=True)
    assert response.json["request_id"] in caplog.text
    assert caplog.records[0].exc_info


def test_unknown_addresses_and_methods_are_problems_too(app: Flask) -> None:
    client = app.test_client()
    unknown = client.get("/api/nothing")
    assert (unknown.status_code, unknown.json["code"]) == (404, "not_found")
    wrong = client.delete("/api/me")
    assert (wrong.status_code, wrong.json["code"]) == (405, "method_not_allowed")
    assert "GET" in wrong.headers["Allow"]


def test_people_get_a_page(app: Flask, owner: Caller) -> None:
    page = owner.get("/nothing-here")
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert "<html" in page.get_data(as_text=True)


def test_htmx_gets_a_notice_and_a_stranger_the_sign_in_page(app: Flask, owner: Caller) -> None:
    notice = owner.get("/nothing-here", headers={"HX-Request": "true"})
    assert notice.status_code == 404
    assert "<html" not in notice.get_data(as_text=True)
    stranger = app.test_client().get("/repos/x", headers={"HX-Request": "true"})
    assert stranger.status_code == 403
    assert stranger.headers["HX-Redirect"] == "/login"


def test_without_redis_asking_is_503_and_reading_works(
    infra: Infra, alice: Caller, repository_id: str
) -> None:
    done = alice.ask(repository_id)[-1]
    nowhere = Redis(host="127.0.0.1", port=1, retry=Retry(NoBackoff(), 0))
    app = assemble(bare_app(), replace(infra, redis=nowhere, local=Local()))
    cut_off = Caller(app, alice.principal, alice._headers)
    cut_off.client._cookies = alice.client._cookies
    refused = cut_off.post(f"/api/repos/{repository_id}/chat/messages", {"message": "Hi"})
    assert (refused.status_code, refused.json["code"]) == (503, "dependency_unavailable")
    assert refused.headers["Retry-After"]
    read = cut_off.get(f"/api/conversations/{done['conversation_id']}")
    assert read.json["messages"][1]["text"] == "Hello there"
    again = alice.post(f"/api/repos/{repository_id}/chat/messages", {"message": "Hi"})
    assert again.status_code == 200
