"""Where a reader says that it stands."""

import pytest

from chatapp.conversation.entries import UNKNOWN, JournalEntry, position
from chatapp.domain.events import Step


def test_an_entry_is_named_by_turn_and_number() -> None:
    assert JournalEntry("abc", 7, Step("x")).id == "abc.7"


@pytest.mark.requirement("S08")
@pytest.mark.parametrize(
    ("last_event_id", "expected"),
    [
        (None, None),
        ("", None),
        ("abc.7", 7),
        ("7", 7),
        (" abc.7 ", 7),
        ("abc.0", 0),
        ("other.7", UNKNOWN),
        ("abc", UNKNOWN),
        ("abc.x", UNKNOWN),
        ("-1", UNKNOWN),
        ("abc.-1", UNKNOWN),
        ("abc.²", UNKNOWN),
        ("abc." + "9" * 400, int("9" * 20)),
        ("\x00\n", UNKNOWN),
    ],
)
def test_any_text_has_a_position_and_junk_is_unknown(
    last_event_id: str | None, expected: int | None
) -> None:
    assert position("abc", last_event_id) == expected
