from typing import Any

import pytest

from chatapp.providers.policy.complaint import Complaint, complaint_from


@pytest.mark.requirement("P05")
@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"error": {"message": "m", "type": "BadRequestError", "code": 400}},
         Complaint("m", "badrequesterror 400", 400)),
        ({"error": {"message": "m", "code": "429"}}, Complaint("m", "429", 429)),
        ({"error": {"message": "m", "code": "rate_limit"}}, Complaint("m", "rate_limit")),
        ({"error": "plain words"}, Complaint("plain words")),
        ({"error": {"message": "m", "status": "UNAVAILABLE"}}, Complaint("m", "unavailable")),
        ({"message": "m", "type": "t"}, Complaint("m", "t")),
        ({"detail": "Not Found"}, Complaint("Not Found")),
        ({"error": None}, Complaint("")),
        ("no json", Complaint("no json")),
        ("<html>", Complaint("<html>", is_json=False)),
        (["x"], Complaint("", is_json=True)),
        (None, Complaint("")),
    ],
)  # fmt: skip
def test_every_shape_of_error_body_is_read(body: Any, complaint: Complaint) -> None:
    assert complaint_from(body) == complaint


def test_the_http_status_counts_more_than_a_code() -> None:
    assert complaint_from({"error": {"code": 400}}, 503).status == 503


def test_a_wait_is_added() -> None:
    assert Complaint("m").waiting(3.0) == Complaint("m", retry_after_s=3.0)
