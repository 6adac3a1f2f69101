import pytest

from chatapp.providers.config.redaction import redact, without


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("sk-proj-1234567890abcd", "sk-…abcd"),
        ("AIzaSy1234567890wxyz", "AIz…wxyz"),
        ("short", "…"),
        ("", "…"),
    ],
)
def test_a_key_shows_enough_to_tell_it_from_another(key: str, shown: str) -> None:
    assert redact(key) == shown


def test_keys_are_taken_out_of_texts() -> None:
    text = "key sk-proj-1234567890abcd is wrong, x"
    assert without(text, ["sk-proj-1234567890abcd", None, ""]) == "key sk-…abcd is wrong, x"
