"""For load balancers and supervisors: is this process alive, and can it serve?

Neither needs a credential, and neither tells anything that is secret.
"""

from http import HTTPStatus
from typing import Final

import msgspec
from werkzeug.wrappers import Response

from chatapp.infra.readiness import problems
from chatapp.web.answers import answer
from chatapp.web.context import infra
from chatapp.web.routes import Guard, Routes, Shape

ROUTES: Final = Routes("probes")
RETRY_AFTER_S: Final = "2"


class Health(msgspec.Struct):
    """The process answers."""

    status: str


class Readiness(msgspec.Struct):
    """What is missing, by part; nothing when requests can be served."""

    status: str
    problems: dict[str, str]


@ROUTES.get("/healthz", Guard.ANYONE, Shape(answer=Health))
def healthz() -> Response:
    """Alive: the process answers. Nothing else is looked at, so that a restart can help."""
    return answer(Health("ok"))


@ROUTES.get("/readyz", Guard.ANYONE, Shape(answer=Readiness))
def readyz() -> Response:
    """Ready: the database is migrated and Redis answers; else 503 and which part is missing."""
    missing = problems(infra())
    if not missing:
        return answer(Readiness("ok", missing))
    response = answer(Readiness("unavailable", missing), HTTPStatus.SERVICE_UNAVAILABLE)
    response.headers["Retry-After"] = RETRY_AFTER_S
    return response
