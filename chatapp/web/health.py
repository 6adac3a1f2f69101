"""Is the process up (``/healthz``), and can it take questions (``/readyz``)? No secrets."""

from typing import Final

import msgspec
from werkzeug.wrappers import Response

from chatapp.access.health import is_database_up, is_redis_up
from chatapp.web.answers import answer
from chatapp.web.context import infra
from chatapp.web.routes import Guard, Routes, Shape

ROUTES: Final = Routes("health")


class Health(msgspec.Struct):
    """The process answers."""

    status: str


class Readiness(msgspec.Struct):
    """What a question needs, part by part."""

    status: str
    database: bool
    redis: bool


@ROUTES.get("/healthz", Guard.ANYONE, Shape(answer=Health))
def check_health() -> Response:
    """Whether this process answers."""
    return answer(Health("ok"))


@ROUTES.get("/readyz", Guard.ANYONE, Shape(answer=Readiness))
def check_readiness() -> Response:
    """Whether questions can be taken: 503 when the database or Redis is away."""
    database, redis = is_database_up(infra()), is_redis_up(infra())
    is_ready = database and redis
    status = "ok" if is_ready else "unavailable"
    response = answer(Readiness(status, database, redis), 200 if is_ready else 503)
    if not is_ready:
        response.headers["Retry-After"] = "2"
    return response
