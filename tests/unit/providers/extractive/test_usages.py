from chatapp.providers.extractive.usages import usage_lines
from tests.unit.providers.extractive.evidence import block, function


def test_lines_that_use_the_name_are_listed_with_their_place() -> None:
    caller = function("send", "frame = encode(request)\nreturn frame", "a.py", 10)
    assert usage_lines("encode", [caller]) == ["- `a.py:11` — `frame = encode(request)`"]


def test_definitions_and_other_names_are_no_uses() -> None:
    blocks = [function("encode", "pass", "a.py"), block("encoder()\nreencode()", "b.py")]
    assert usage_lines("encode", blocks) == []


def test_of_a_method_the_last_part_is_looked_for() -> None:
    assert usage_lines("Session.get", [block("session.get(url)", "a.py", 3)]) == [
        "- `a.py:3` — `session.get(url)`"
    ]
