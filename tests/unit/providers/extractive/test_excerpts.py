from chatapp.domain.sources import LineRange
from chatapp.providers.extractive.excerpts import excerpt, first_lines
from chatapp.providers.extractive.question import read
from chatapp.providers.extractive.weights import Weights
from tests.unit.providers.extractive.evidence import block

LONG_DOC = '"""Renew it.\n\nArgs:\n    ttl: Seconds.\n"""'


def shown(evidence, question: str = "", max_lines: int = 5, **more: bool):
    return excerpt(evidence, Weights(read(question), [evidence.content]), max_lines, **more)


def test_a_short_block_is_shown_whole_without_blank_ends() -> None:
    part = shown(block("\nx = 1\ny = 2\n", start=10))
    assert (part.content, part.lines) == ("x = 1\ny = 2", LineRange(11, 12))


def test_of_a_long_block_the_lines_about_the_question_are_shown() -> None:
    lines = [f"filler_{number} = {number}" for number in range(40)]
    lines[30] = "lock.renew(ttl)"
    part = shown(block("\n".join(lines), start=101), "How is the lock renewed?")
    assert "lock.renew(ttl)" in part.content
    assert part.lines.end - part.lines.start == 4
    assert part.content.split("\n")[0] == lines[part.lines.start - 101]


def test_code_is_preferred_to_comments_about_it() -> None:
    lines = ["# renew the lock"] + ["pass"] * 20 + ["lock.renew()"] + ["pass"] * 5
    assert "lock.renew()" in shown(block("\n".join(lines)), "How is the lock renewed?").content


def test_a_long_docstring_makes_room_for_the_code_behind_it() -> None:
    code = ["def renew(ttl):", *LONG_DOC.split("\n"), "a()", "b()", "c()", "d()"]
    part = shown(block("\n".join(code), start=1), max_lines=14)
    assert part.content == "def renew(ttl):\n…\na()\nb()\nc()\nd()"
    assert part.lines == LineRange(1, 10)


def test_where_a_reason_is_asked_for_the_comments_stay() -> None:
    code = ["def renew(ttl):", *LONG_DOC.split("\n"), "a()", "b()", "c()", "d()"]
    assert "Args:" in shown(block("\n".join(code)), max_lines=14, with_comments=True).content


def test_imports_are_not_shown_when_there_is_anything_else() -> None:
    code = ["from a import (", "    lock,", ")", "", "a = 1", "b = 2", "c = 3", "d = 4"]
    assert shown(block("\n".join(code)), "lock").content == "a = 1\nb = 2\nc = 3\nd = 4"
    assert shown(block("import lock")).content == "import lock"


def test_long_parameter_lists_are_left_out() -> None:
    code = ["def ask(", *(f"    p{number}," for number in range(6)), "):", "a()", "b()", "c()"]
    assert shown(block("\n".join(code)), max_lines=9).content == ("def ask(\n…\n):\na()\nb()\nc()")


def test_prose_is_shown_as_it_stands() -> None:
    text = "# Locks\n# More\n# And more\nOne owner."
    assert shown(block(text, "a.md")).content == text


def test_the_beginning_is_the_first_lines_without_blank_ends() -> None:
    part = first_lines(block("\n# Title\n\ntext\nmore", "README.md"), 3)
    assert (part.content, part.lines) == ("# Title", LineRange(2, 2))
