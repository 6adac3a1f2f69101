import pytest

from chatapp.codebase.marks import cut_around, shortened
from chatapp.codebase.text import CUT_MARK, MAX_LINE


@pytest.mark.requirement("G06")
def test_a_long_line_is_cut_around_the_hit() -> None:
    line = "x" * 5_000_000 + "NEEDLE" + "y" * 1000

    shown = cut_around(line, 5_000_000)

    assert "NEEDLE" in shown
    assert shown.startswith("…")
    assert shown.endswith(CUT_MARK)
    assert len(shown) <= MAX_LINE + len(CUT_MARK) + 1


def test_a_hit_at_the_end_shows_the_end() -> None:
    shown = cut_around("x" * 1000 + "END", 1000)

    assert shown.endswith("END")


def test_short_text_is_not_shortened() -> None:
    assert cut_around("abc", 1) == "abc"
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdefg", 6) == "abcde…"
