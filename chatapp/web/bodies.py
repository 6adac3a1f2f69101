"""What a request carries, parsed into values: JSON bodies, query parameters, idempotency keys.

Identity is never among it: unknown fields are refused, so a `user_id` in a body is an error that
says so, not a silent nothing (case U03).
"""

from typing import Final, TypeVar

import msgspec
from flask import request

from chatapp.domain.errors import InvalidRequest, Unprocessable, UnsupportedMedia
from chatapp.domain.ids import is_request_id, new_id

B = TypeVar("B", bound=msgspec.Struct)

IDEMPOTENCY_HEADER: Final = "Idempotency-Key"


def parse(kind: type[B]) -> B:
    """The JSON body of this request.

    Raises:
        UnsupportedMedia: the body is not said to be JSON.
        InvalidRequest: it is not JSON.
        Unprocessable: it is JSON of another shape; it says where.
    """
    if not request.is_json:
        raise UnsupportedMedia("Send the body as JSON, with Content-Type: application/json.")
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=kind)
    except msgspec.ValidationError as error:
        raise Unprocessable(f"The body does not fit: {error}.") from error
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise InvalidRequest(f"The body is not valid JSON: {error}.") from error


def query(kind: type[B]) -> B:
    """The query parameters of this request; each may be given once.

    Raises:
        InvalidRequest: one is missing, unknown, given twice or of the wrong form.
    """
    given = request.args
    twice = sorted(name for name in given if len(given.getlist(name)) > 1)
    if twice:
        raise InvalidRequest(f"The parameter {twice[0]} is given more than once.")
    try:
        return msgspec.convert(given.to_dict(), kind, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidRequest(f"The query does not fit: {error}.") from error


def request_name(from_body: str | None) -> str:
    """The caller's idempotency key, from the body or the header, or a fresh one.

    Raises:
        InvalidRequest: the two differ, or it has not the form of one.
    """
    from_header = request.headers.get(IDEMPOTENCY_HEADER)
    if from_body is not None and from_header is not None and from_body != from_header:
        raise InvalidRequest("request_id and Idempotency-Key differ. Send one of them.")
    name = from_header if from_body is None else from_body
    if name is not None and not is_request_id(name):
        raise InvalidRequest("A request_id has 1 to 128 of the characters A-Z a-z 0-9 . _ : -")
    return name or new_id()
