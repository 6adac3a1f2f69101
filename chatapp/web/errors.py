"""The one error handler: an exception becomes a problem body, or a page for people.

API callers get ``application/problem+json`` with code, detail and request id, callers of the
OpenAI door an error as OpenAI's clients read it. Whatever nobody
meant to raise is logged with its trace under that id and shown without it.
"""

import logging
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

import orjson
from flask import Flask, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from chatapp.domain.errors import ChatappError, InternalError, NotAuthenticated, NotFound
from chatapp.infra.availability import as_unavailable
from chatapp.web import openai_errors
from chatapp.web.context import request_id

_LOG: Final = logging.getLogger(__name__)
PROBLEM_TYPE: Final = "application/problem+json"
_API_PREFIXES: Final = ("/api/", "/agent/", "/v1/", "/healthz", "/readyz")
_PAGE_BLUEPRINTS: Final = frozenset({"pages", "fragments"})
LOGIN_PATH: Final = "/login"

_BY_STATUS: Final = {
    400: ("invalid_request", "The request cannot be read. Check its form and its encoding."),
    405: ("method_not_allowed", "This address does not take that method."),
    413: ("payload_too_large", "The request body is larger than this server takes."),
    414: ("query_too_long", "The address is too long. POST the same fields as JSON instead."),
    415: ("unsupported_media_type", "Send the body as application/json."),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """An error as a caller sees it; also what ``errors/problem.html`` is given."""

    status: int
    code: str
    detail: str
    request_id: str
    is_retryable: bool = False
    retry_after_s: float | None = None

    def body(self) -> bytes:
        """The problem document, JSON."""
        return orjson.dumps(
            {
                "type": "about:blank",
                "title": self.code.replace("_", " "),
                "status": self.status,
                "code": self.code,
                "detail": self.detail,
                "retryable": self.is_retryable,
                "request_id": self.request_id,
            }
        )


def register(app: Flask) -> None:
    """Let every exception of a request end here."""
    app.register_error_handler(Exception, present)


def present(error: Exception) -> Response:
    """The answer that `error` is for whoever asked."""
    problem = problem_of(error)
    if is_for_people():
        return _page(problem)
    return _with_headers(_for_programs(problem), problem, error)


def problem_of(error: Exception) -> Problem:
    """What may be said about `error`; the unexpected is logged here, once."""
    if isinstance(error, HTTPException):
        return _from_http(error)
    known = error if isinstance(error, ChatappError) else as_unavailable(error)
    if known is None:
        _LOG.error("request %s failed", request_id(), exc_info=error)
        known = InternalError(
            "Something went wrong on this server. Its log has the details under this request id."
        )
    retry_after_s = known.retry_after_s or (2.0 if known.status in (429, 503) else None)
    return Problem(
        known.status, known.code, known.message, request_id(), known.is_retryable, retry_after_s
    )


def is_for_people() -> bool:
    """Whether a page or fragment was asked for, rather than the API."""
    if request.blueprint is not None:
        return request.blueprint.partition(".")[0] in _PAGE_BLUEPRINTS
    return not request.path.startswith(_API_PREFIXES)


def _for_programs(problem: Problem) -> Response:
    """In the words of the door that was called: OpenAI's below ``/v1``, a problem elsewhere."""
    if request.path.startswith(openai_errors.PREFIX):
        body = openai_errors.body(problem.status, problem.code, problem.detail)
        headers = openai_errors.retry_hint(problem.status, is_retryable=problem.is_retryable)
        return Response(orjson.dumps(body), problem.status, headers, mimetype="application/json")
    return Response(problem.body(), problem.status, mimetype=PROBLEM_TYPE)


def _from_http(error: HTTPException) -> Problem:
    status = error.code or 500
    if status == NotFound.status:
        return Problem(status, NotFound.code, str(NotFound()), request_id())
    code, detail = _BY_STATUS.get(status, ("http_error", error.description or error.name))
    return Problem(status, code, detail, request_id())


def _with_headers(response: Response, problem: Problem, error: Exception) -> Response:
    if problem.retry_after_s is not None:
        response.headers["Retry-After"] = str(max(1, round(problem.retry_after_s)))
    if problem.status == NotAuthenticated.status:
        response.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, HTTPException):
        given = dict(error.get_headers())
        if "Allow" in given:
            response.headers["Allow"] = given["Allow"]
    return response


def _page(problem: Problem) -> Response:
    is_stranger = problem.status == NotAuthenticated.status
    if "HX-Request" in request.headers:
        return _fragment(problem, is_stranger=is_stranger)
    if is_stranger and request.method == "GET":
        return redirect(f"{LOGIN_PATH}?next={quote(request.path)}")
    return Response(
        render_template("errors/problem.html", problem=problem),
        problem.status,
        mimetype="text/html",
    )


def _fragment(problem: Problem, *, is_stranger: bool) -> Response:
    """A notice for htmx to show; without a session the whole page goes to sign in."""
    if is_stranger:
        return Response(status=403, headers={"HX-Redirect": LOGIN_PATH})
    notice = render_template("errors/_problem.html", problem=problem)
    return Response(notice, problem.status, mimetype="text/html")
