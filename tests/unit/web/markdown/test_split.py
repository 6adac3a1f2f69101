import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatapp.web.markdown.split import is_open_fence, split, whole_blocks

PIECES = [
    "para one\n",
    "para two `code`\n",
    "\n",
    "# heading\n",
    "===\n",
    "---\n",
    "- item\n",
    "  more\n",
    "1. one\n",
    "2) two\n",
    "> quote\n",
    "```python\n",
    "```\n",
    "````\n",
    "~~~\n",
    "    indented\n",
    "| a | b |\n",
    "|---|---|\n",
    "[ref]: /there\n",
    "<div>\n",
    "* * *\n",
    "lazy",
    "half ",
]


def test_a_block_that_another_follows_is_closed() -> None:
    assert split("one\n\ntwo\n\nthr") == (("one\n\n",), "two\n\nthr")
    assert split("one\n\ntwo\n\nthree\n") == (("one\n\n", "two\n\n"), "three\n")


def test_a_single_block_stays_open() -> None:
    assert split("- a\n- b\n\n- c\n") == ((), "- a\n- b\n\n- c\n")


def test_a_half_line_decides_nothing() -> None:
    assert split("one\n\n# tw") == ((), "one\n\n# tw")
    assert split("one\n\n# two\n") == (("one\n\n",), "# two\n")


@pytest.mark.requirement("X09")
def test_a_fence_of_four_is_not_ended_by_three() -> None:
    text = "````\n```\ninside\n```\n\nafter\n"
    assert split(text) == ((), text)
    assert is_open_fence(text)
    assert split(text + "````\n\nend\n") == ((text + "````\n\n",), "end\n")


def test_two_lines_of_backticks_inside_a_line_are_no_fence() -> None:
    assert not is_open_fence("``inline``\n")
    assert not is_open_fence("text\n```\ncode\n")


@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_joined_again_it_is_the_text(pieces: list[str]) -> None:
    text = "".join(pieces)
    blocks, rest = split(text)
    assert "".join(blocks) + rest == text


@given(st.lists(st.sampled_from(PIECES), max_size=14), st.integers(1, 5))
def test_the_cut_is_the_same_however_the_text_arrived(pieces: list[str], size: int) -> None:
    """A reader who comes back must get exactly the blocks that another one has (S08, S10)."""
    text = "".join(pieces)
    closed: list[str] = []
    rest = ""
    for start in range(0, len(text), size):
        blocks, rest = split(rest + text[start : start + size])
        closed += blocks
    assert (tuple(closed), rest) == split(text)


def test_a_complete_text_is_its_blocks() -> None:
    assert whole_blocks("one\r\n\r\ntwo") == ("one\n\n", "two\n")
    assert whole_blocks("one\n\n# two\n\nthree\n") == ("one\n\n", "# two\n\n", "three\n")
    assert whole_blocks("") == ()
