"""Headers, request ids, CORS and proxies, through the app."""

import pytest
from flask import Flask, request

from chatapp.domain.ids import is_request_id
from chatapp.web.security import CONTENT_SECURITY_POLICY
from tests.functional.callers import Caller


@pytest.fixture
def settings() -> dict[str, str]:
    return {
        "CHATAPP_ALLOWED_ORIGINS": "https://docs.example",
        "CHATAPP_TRUSTED_PROXIES": "10.0.0.0/8",
    }


@pytest.mark.parametrize("path", ["/login", "/api/openapi.json", "/api/nothing", "/healthz"])
@pytest.mark.usefixtures("owner")
def test_every_response_is_guarded(app: Flask, path: str) -> None:
    headers = app.test_client().get(path).headers
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"


def test_the_policy_lets_nothing_leave_the_origin() -> None:
    parts = dict(part.split(" ", 1) for part in CONTENT_SECURITY_POLICY.split("; "))
    assert parts["default-src"] == parts["frame-ancestors"] == parts["base-uri"] == "'none'"
    allowed = {"'self'", "'none'", "blob:"}
    assert all(set(value.split()) <= allowed for value in parts.values())


def test_a_request_id_is_kept_if_it_can_be_one(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/healthz", headers={"X-Request-ID": "r.1"}).headers["X-Request-ID"] == "r.1"
    made = client.get("/healthz", headers={"X-Request-ID": "no spaces"}).headers["X-Request-ID"]
    assert made != "no spaces"
    assert is_request_id(made)


def test_other_sites_are_shut_out_unless_they_are_on_the_list(app: Flask) -> None:
    client = app.test_client()
    for origin, allowed in (
        ("https://docs.example", "https://docs.example"),
        ("https://evil.example", None),
    ):
        headers = client.get("/api/openapi.json", headers={"Origin": origin}).headers
        assert headers.get("Access-Control-Allow-Origin") == allowed
        assert "Access-Control-Allow-Credentials" not in headers
    preflight = client.options("/api/sse/ask", headers={"Origin": "https://docs.example"})
    assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
    assert "Authorization" in preflight.headers["Access-Control-Allow-Headers"]


def test_a_site_on_the_list_may_post_to_the_public_entry(app: Flask, owner: Caller) -> None:
    caller = Caller(app, owner.principal, {"Origin": "https://docs.example"})
    assert caller.post("/api/sse/ask", {"query": "Hi"}).status_code == 200
    foreign = Caller(app, owner.principal, {"Origin": "https://evil.example"})
    assert foreign.post("/api/sse/ask", {"query": "Hi"}).status_code == 403


@pytest.mark.parametrize(
    ("peer", "address", "is_secure"),
    [("10.1.2.3", "203.0.113.9", True), ("192.0.2.1", "192.0.2.1", False)],
)
def test_a_proxys_word_counts_only_from_a_trusted_one(
    app: Flask, peer: str, address: str, *, is_secure: bool
) -> None:
    seen: list[tuple[str | None, bool]] = []
    app.before_request(lambda: seen.append((request.remote_addr, request.is_secure)))
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    app.test_client().get("/healthz", headers=headers, environ_base={"REMOTE_ADDR": peer})
    assert seen == [(address, is_secure)]
