"""The first owner of a real server, over HTTP: signs in, and makes keys for services."""

import re

import httpx

from tests.integration.conftest import Server, eventually


def sign_in(owner: httpx.Client, server: Server) -> None:
    """Become the first owner of a fresh server."""
    assert eventually(lambda: "/setup?token=" in server.said)
    found = re.search(r"/setup\?token=(\S+)", server.said)
    assert found
    person = {"name": "Olga", "email": "olga@example.org", "password": "correct horse battery"}
    owner.post("/setup", data={"token": found[1], **person})
    csrf = re.search(r"[0-9a-f]{64}", owner.get("/settings/keys").text)
    assert csrf
    owner.headers["X-CSRF-Token"] = csrf[0]


def new_secret(owner: httpx.Client, **limits: int) -> str:
    """The secret of a new key that may ask repositories."""
    wanted = {"name": "s", "scopes": ["repo:chat"], "requests_per_minute": 0}
    made = owner.post("/api/keys", json={**wanted, **limits})
    return str(made.json()["key"]["secret"])
