from datetime import UTC, datetime

import pytest

from chatapp.providers.policy.retry_after import retry_after_s

NOW = datetime(2026, 10, 21, 7, 28, tzinfo=UTC)


@pytest.mark.requirement("R06")
@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "20"}, 20),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:20 GMT"}, 20),
        ({"retry-after": "Wed, 21 Oct 2026 07:27:00 GMT"}, 0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:20"}, 20),
        ({"retry-after-ms": "1500", "retry-after": "20"}, 1.5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
    ],
)
def test_every_form_of_the_wait_is_read(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_s(headers, NOW) == seconds
