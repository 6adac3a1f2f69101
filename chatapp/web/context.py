"""The two things a request handler may take for granted: the infrastructure and the request id."""

from typing import cast

from flask import current_app, g

from chatapp.infra.handle import Infra


def infra() -> Infra:
    """The infrastructure of this process."""
    return cast(Infra, current_app.extensions["chatapp"])


def request_id() -> str:
    """The name of this HTTP request in logs and error bodies; not a turn's idempotency key."""
    return cast(str, g.get("request_id", ""))
