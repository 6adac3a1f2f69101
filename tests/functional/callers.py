"""Those who call the server in tests: a browser with its session, and a service with its key."""

from typing import Any

import orjson
from flask import Flask
from werkzeug.test import TestResponse

from chatapp.access.api_keys import DIALOGUE, REPO_CHAT, NewKey, create_key
from chatapp.access.invitations import accept_invitation, invite
from chatapp.access.members import claim_first_admin, first_admin_token
from chatapp.access.sessions import SignedIn, csrf_token
from chatapp.domain.identity import MemberRole, Principal, PrincipalKind
from chatapp.infra.handle import Infra
from chatapp.web.auth import CSRF_HEADER, SESSION_COOKIE

PASSWORD = "correct horse battery"


class Caller:
    """A client with a credential of its own."""

    def __init__(self, app: Flask, principal: Principal, headers: dict[str, str]) -> None:
        self.principal = principal
        self.client = app.test_client()
        self._headers = headers

    def call(self, method: str, path: str, **options: Any) -> TestResponse:
        headers = {**self._headers, **options.pop("headers", {})}
        return self.client.open(path, method=method, headers=headers, **options)

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.call("GET", path, **options)

    def post(self, path: str, json: Any = None, **options: Any) -> TestResponse:
        return self.call("POST", path, json=json, **options)

    def patch(self, path: str, json: Any = None) -> TestResponse:
        return self.call("PATCH", path, json=json)

    def delete(self, path: str) -> TestResponse:
        return self.call("DELETE", path)

    def ask(self, repository_id: str, message: str = "What is this?", **fields: Any) -> list[Any]:
        """The data of every frame of an answer."""
        path = f"/api/repos/{repository_id}/chat/messages"
        return frames(self.post(path, {"message": message, **fields}))


def browser(app: Flask, infra: Infra, signed_in: SignedIn) -> Caller:
    """A browser that is signed in."""
    caller = Caller(app, signed_in.principal, {CSRF_HEADER: csrf_token(infra, signed_in.token)})
    caller.client.set_cookie(SESSION_COOKIE, signed_in.token)
    return caller


def first_owner(app: Flask, infra: Infra) -> Caller:
    """The browser of the first owner."""
    token = first_admin_token(infra)
    assert token
    return browser(
        app, infra, claim_first_admin(infra, token, "Olga", "olga@example.org", PASSWORD)
    )


def new_member(
    app: Flask, infra: Infra, owner: Principal, name: str, role: MemberRole = MemberRole.MEMBER
) -> Caller:
    """The browser of somebody who was invited."""
    token = invite(owner, infra, "", role).token
    assert token
    email = f"{name.lower()}@example.org"
    return browser(app, infra, accept_invitation(infra, token, name, email, PASSWORD))


def new_service(app: Flask, infra: Infra, owner: Principal, *scopes: str, **limits: int) -> Caller:
    """A service with an API key."""
    wanted = NewKey("service", scopes or (REPO_CHAT, DIALOGUE))
    if limits:
        wanted = NewKey("service", wanted.scopes, type(wanted.limits)(**limits))
    view = create_key(owner, infra, wanted)
    principal = Principal(
        kind=PrincipalKind.API_KEY,
        account_id=owner.account_id,
        actor_id=view.key_id,
        scopes=frozenset(wanted.scopes),
    )
    return Caller(app, principal, {"Authorization": f"Bearer {view.secret}"})


def frames(response: TestResponse) -> list[Any]:
    """The JSON data of every event of a stream, in order."""
    assert response.status_code == 200, response.get_data(as_text=True)
    lines = response.get_data().split(b"\n")
    return [orjson.loads(line[6:]) for line in lines if line.startswith(b"data: ")]


def types(answer: list[Any]) -> list[str]:
    """The types of dialect A's frames."""
    return [frame["type"] for frame in answer]
