import pytest

from chatapp.providers.wire.arguments import is_truncated, tool_call


@pytest.mark.requirement("P10")
@pytest.mark.parametrize("text", ["", "  ", "{}", "null"])
def test_no_arguments_are_an_empty_object(text: str) -> None:
    call = tool_call("a", "list", text)
    assert (call.arguments, call.argument_error) == ({}, None)


def test_arguments_are_parsed() -> None:
    assert tool_call("a", "read", '{"path": "a\\nb", "n": 1}').arguments == {"path": "a\nb", "n": 1}


def test_a_raw_line_break_inside_a_string_is_let_through() -> None:
    """Models write them; strict JSON refuses them."""
    assert tool_call("a", "write", '{"text": "a\nb"}').arguments == {"text": "a\nb"}


@pytest.mark.requirement("P17")
@pytest.mark.parametrize(
    "text",
    [
        '{"path":"a.py"',
        '{"path":"a.p',
        '{"path":',
        "{",
        '{"a": [1, 2',
        '{"a": "\\',
        '{"a": tr',
        '{"a": -',
        '{"a": "\\u00',
        '{"a": 12',
    ],
)
def test_arguments_that_were_cut_off_are_told_apart(text: str) -> None:
    call = tool_call("a", "read", text)
    assert is_truncated(call)
    assert call.arguments == {}


@pytest.mark.requirement("A09")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"action": fooo_x"}', "Expecting value at character 11"),
        ('{"a": 1 "b": 2}', "Expecting ',' delimiter at character 8"),
        ('{"a": "\\x"}', "Invalid \\escape at character 7"),
        ("{'a': 1}", "Expecting property name enclosed in double quotes at character 1"),
        ("{} {}", "Extra data at character 3"),
        ("[1]", "an object is expected, not list"),
        ('"text"', "an object is expected, not str"),
    ],
)
def test_arguments_that_are_wrong_are_told_with_the_place(text: str, reason: str) -> None:
    call = tool_call("a", "act", text)
    assert call.arguments == {}
    assert call.argument_error == reason
    assert not is_truncated(call)
