import pytest

from chatapp.domain.errors import InternalError, ProviderBusy
from chatapp.domain.events import Failed
from chatapp.web.openai_errors import SHOULD_RETRY, body, error_of, retry_hint


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, "invalid_request_error"),
        (401, "authentication_error"),
        (403, "permission_error"),
        (404, "invalid_request_error"),
        (429, "rate_limit_error"),
        (503, "server_error"),
    ],
)
def test_the_type_follows_from_the_status(status: int, kind: str) -> None:
    error = {"message": "What to do.", "type": kind, "param": None, "code": "a_code"}
    assert body(status, "a_code", "What to do.") == {"error": error}


def test_an_unknown_model_names_the_parameter() -> None:
    error = body(404, "model_not_found", "No such model.")["error"]
    assert isinstance(error, dict)
    assert error["param"] == "model"


@pytest.mark.parametrize(
    ("status", "retryable", "hint"),
    [(429, False, {}), (503, False, {}), (409, True, {}), (409, False, {SHOULD_RETRY: "false"})],
)
def test_a_client_is_kept_from_repeating_what_stays_wrong(
    status: int, retryable: object, hint: dict[str, str]
) -> None:
    assert retry_hint(status, is_retryable=bool(retryable)) == hint


def test_a_failed_turn_is_the_error_of_its_code() -> None:
    known, unknown = error_of(Failed("provider_busy", "Busy.")), error_of(Failed("what", "Odd."))
    assert (type(known), str(known)) == (ProviderBusy, "Busy.")
    assert (type(unknown), str(unknown)) == (InternalError, "Odd.")
