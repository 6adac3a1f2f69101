import pytest

from chatapp.codebase.text import CUT_MARK, MAX_LINE, count_lines, cut_line, split_lines


@pytest.mark.requirement("E02")
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("\n", [""]),
        ("one\ntwo", ["one", "two"]),
        ("one\r\ntwo\r\n", ["one", "two"]),
        ("one\rstill one\ntwo", ["one\rstill one", "two"]),
        ("one\u2028still one\ntwo", ["one\u2028still one", "two"]),
        ("one\x0cstill\x0bone\x85\ntwo", ["one\x0cstill\x0bone\x85", "two"]),
        ("one\n\n\ntwo\n", ["one", "", "", "two"]),
    ],
)
def test_lines_are_counted_by_lf_alone(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines
    assert count_lines(text) == len(lines)


@pytest.mark.requirement("G06")
def test_long_line_is_cut_with_a_mark() -> None:
    assert cut_line("x" * MAX_LINE) == "x" * MAX_LINE
    assert cut_line("x" * 50_000_000) == "x" * MAX_LINE + CUT_MARK
