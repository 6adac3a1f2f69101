"""Titles made from questions."""

import pytest

from chatapp.conversation.titles import derived_title


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("How does it start?", "How does it start?"),
        ("\n\n  How   does\tit\nstart?", "How does it"),
        ("## A heading\ntext", "A heading"),
        ("> quoted", "quoted"),
        ("```", "Untitled"),
        ("日志在哪里？", "日志在哪里？"),
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 79 + "…"),
        ("word " * 30, "word " * 14 + "word…"),
    ],
)
def test_the_first_line_that_says_something_is_the_title(question: str, title: str) -> None:
    assert derived_title(question) == title
    assert len(title) <= 80
