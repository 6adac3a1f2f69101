"""Errors at the OpenAI door, as OpenAI's own clients read them.

One shape before a stream (with its HTTP status) and within it. Called by the error handler for
every path below `PREFIX`, and by the encoder of streams.
"""

from typing import Final

from chatapp.domain import errors
from chatapp.domain.errors import ChatappError, InternalError
from chatapp.domain.events import Failed

PREFIX: Final = "/v1/"

SHOULD_RETRY: Final = "x-should-retry"
"""OpenAI's clients repeat 409, 429 and 5xx by themselves unless this header says no."""

_TYPES: Final = {
    401: "authentication_error",
    403: "permission_error",
    429: "rate_limit_error",
}
_PARAMETERS: Final = {"model_not_found": "model"}
_FIRST_FAULT_OF_OURS: Final = 500

_RAISED: Final = (getattr(errors, name) for name in errors.__all__)
_BY_CODE: Final[dict[str, type[ChatappError]]] = {one.code: one for one in _RAISED}


def body(status: int, code: str, message: str) -> dict[str, object]:
    """The whole of an error; the request's id is in the header ``X-Request-ID``, as at OpenAI."""
    error: dict[str, object] = {
        "message": message,
        "type": _type(status),
        "param": _PARAMETERS.get(code),
        "code": code,
    }
    return {"error": error}


def retry_hint(status: int, *, is_retryable: bool) -> dict[str, str]:
    """Keeps a client from repeating what cannot become good by being repeated."""
    if is_retryable or status in (429, 503):
        return {}
    return {SHOULD_RETRY: "false"}


def error_of(event: Failed) -> ChatappError:
    """The error that a failed turn ended in, to be raised for an answer in one piece."""
    return kind_of(event)(event.message)


def kind_of(event: Failed) -> type[ChatappError]:
    """The class behind the code of a failed turn."""
    return _BY_CODE.get(event.code, InternalError)


def _type(status: int) -> str:
    fallback = "server_error" if status >= _FIRST_FAULT_OF_OURS else "invalid_request_error"
    return _TYPES.get(status, fallback)
