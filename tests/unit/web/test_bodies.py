import pytest
from flask import Flask

from chatapp.domain.errors import InvalidRequest, Unprocessable, UnsupportedMedia
from chatapp.domain.ids import is_id
from chatapp.web import bodies
from chatapp.web.schemas import FileQuery, MemberPatch

APP = Flask("bodies")
JSON = "application/json"


def _parse(data: bytes, content_type: str = JSON) -> MemberPatch:
    with APP.test_request_context(method="POST", data=data, content_type=content_type):
        return bodies.parse(MemberPatch)


def _query(query: str) -> FileQuery:
    with APP.test_request_context(query_string=query):
        return bodies.query(FileQuery)


def _name(body: str | None, header: str | None) -> str:
    headers = {} if header is None else {bodies.IDEMPOTENCY_HEADER: header}
    with APP.test_request_context(headers=headers):
        return bodies.request_name(body)


def test_a_body_becomes_a_value() -> None:
    assert _parse(b'{"disabled": true}') == MemberPatch(disabled=True)


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (b"", InvalidRequest, "not valid JSON"),
        (b"{", InvalidRequest, "not valid JSON"),
        (b'{"role": "\xff"}', InvalidRequest, "not valid JSON"),
        (b'{"disabled": 1}', Unprocessable, r"\$.disabled"),
        (b'{"admin": true}', Unprocessable, "admin"),
        (b"[]", Unprocessable, "object"),
    ],
)
def test_a_body_that_does_not_fit_says_where(
    data: bytes, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        _parse(data)


def test_a_body_that_is_not_said_to_be_json_is_not_read() -> None:
    with pytest.raises(UnsupportedMedia):
        _parse(b"{}", "text/plain")


def test_a_query_becomes_a_value_with_its_defaults() -> None:
    assert _query("path=a%20b.py&start=3") == FileQuery(path="a b.py", start=3, end=2000)


@pytest.mark.parametrize("query", ["", "path=a&path=b", "path=a&start=x", "path=a&who=b"])
def test_a_query_that_does_not_fit_is_refused(query: str) -> None:
    with pytest.raises(InvalidRequest):
        _query(query)


def test_an_idempotency_key_comes_from_body_or_header_or_is_made() -> None:
    assert _name("a", None) == _name(None, "a") == _name("a", "a") == "a"
    assert is_id(_name(None, None))


@pytest.mark.parametrize(
    ("body", "header"), [("a", "b"), ("", None), (None, "a b"), ("x" * 129, None)]
)
def test_an_idempotency_key_that_cannot_be_one_is_refused(
    body: str | None, header: str | None
) -> None:
    with pytest.raises(InvalidRequest):
        _name(body, header)
