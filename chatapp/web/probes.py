"""For load balancers and supervisors: is this process alive, and can it serve?

Neither needs a credential, and neither tells anything that is secret.
"""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, jsonify
from werkzeug.wrappers import Response

from chatapp.infra.readiness import problems
from chatapp.web.context import infra

blueprint: Final = Blueprint("probes", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Alive: the process answers. Nothing else is looked at, so that a restart can help."""
    return jsonify(status="ok")


@blueprint.get("/readyz")
def readyz() -> Response:
    """Ready: the database is migrated and Redis answers; else 503 and which part is missing."""
    missing = problems(infra())
    response = jsonify(status="unavailable" if missing else "ok", problems=missing)
    response.status_code = HTTPStatus.SERVICE_UNAVAILABLE if missing else HTTPStatus.OK
    return response
