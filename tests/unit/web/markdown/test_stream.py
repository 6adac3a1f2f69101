import re
import time
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatapp.web.markdown.render import Renderer, render
from chatapp.web.markdown.stream import Growth, MarkdownStream
from tests.unit.web.markdown.fakes import book_of
from tests.unit.web.markdown.test_split import PIECES

ANSWER = """# Title

Some *prose* with `code` and a [link](https://e.org).

1. one
2. two

   - nested

````python
```
inner
```
````

| a | b |
|---|---|
| 1 | 2 |

<b>raw</b> and the end (a/b.py:1)
"""
VOID = {"br", "hr"}


class Balance(HTMLParser):
    """Raises when a tag is closed that is not open, and remembers what stays open."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def stream() -> MarkdownStream:
    return MarkdownStream(Renderer(book_of("a/b.py:1")))


def play(text: str, size: int) -> list[Growth]:
    growing = stream()
    deltas = [text[start : start + size] for start in range(0, len(text), size)]
    return [*map(growing.feed, deltas), growing.close()]


def closed(steps: list[Growth]) -> str:
    return "".join(block for step in steps for block in step.closed)


@pytest.mark.requirement("X09")
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_the_streamed_blocks_are_the_whole_rendering(size: int) -> None:
    assert closed(play(ANSWER, size)) == render(ANSWER, book_of("a/b.py:1"))


@pytest.mark.requirement("X09")
def test_every_prefix_is_well_formed_and_without_raw_tags() -> None:
    growing = stream()
    for letter in ANSWER:
        step = growing.feed(letter)
        for html in (*step.closed, step.open or ""):
            assert Balance(html).open == []
            assert "<b>" not in html


@pytest.mark.requirement("X09")
def test_a_fence_that_never_ends_is_code_to_its_end_and_no_further() -> None:
    growing = stream()
    growing.feed("```python\nx = 1\n")
    [block] = growing.close().closed
    assert Balance(block).open == []
    assert "x = " in block


@pytest.mark.requirement("X09")
def test_a_fence_split_over_two_deltas_is_one_fence() -> None:
    assert closed(play("``", 2) + play("", 1)) == render("``")
    growing = stream()
    steps = [growing.feed("``"), growing.feed("`\nx\n``"), growing.feed("`\n"), growing.close()]
    assert closed(steps) == render("```\nx\n```\n")


def test_half_a_marker_is_not_drawn_yet() -> None:
    """`Text` followed by a lone `-` would flash as a heading before the list item comes."""
    growing = stream()
    growing.feed("Text\n")
    step = growing.feed("-")
    assert step.open is not None
    assert "<h" not in step.open


def test_carriage_returns_are_line_ends_also_when_cut() -> None:
    growing = stream()
    steps = [growing.feed("one\r"), growing.feed("\n\r\ntwo\r\n"), growing.close()]
    assert closed(steps) == render("one\n\ntwo\n")


def test_a_pause_draws_what_was_held_back() -> None:
    growing = stream()
    growing.feed("word " * 100)
    assert growing.feed("x").open is None
    drawn = growing.flush().open
    assert drawn is not None
    assert "x</p>" in drawn
    assert growing.flush().open is None


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.integers(1, 9))
def test_blocks_arrive_whole_whatever_the_pieces(pieces: list[str], size: int) -> None:
    text = "".join(pieces)
    for step in play(text, size):
        for html in (*step.closed, step.open or ""):
            assert Balance(html).open == []


@pytest.mark.requirement("X08")
def test_the_work_is_linear_in_the_length_of_one_block() -> None:
    """A 100 kB code block is redrawn a bounded number of times, not at each delta."""
    line = "value = compute(1, 2, 3)\n"
    growing = stream()
    growing.feed("```python\n")
    drawn = 0
    for _ in range(100_000 // len(line)):
        step = growing.feed(line)
        drawn += len(step.open or "")
    assert drawn < 60 * 100_000


@pytest.mark.requirement("X08")
def test_an_answer_of_1500_tokens_costs_little() -> None:
    words = re.findall(r"\S+\s*", (ANSWER * 12)[:6000])
    started = time.process_time()
    growing = stream()
    for word in words:
        growing.feed(word)
    growing.close()
    assert time.process_time() - started < 1.0


def test_a_number_at_the_end_of_a_line_is_drawn() -> None:
    """`Begun 0` was held back as if it were the half of a list marker."""
    step = stream().feed("Begun 0 ")
    assert step.open == "<p>Begun 0</p>\n"
