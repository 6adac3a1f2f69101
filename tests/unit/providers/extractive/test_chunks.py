import pytest

from chatapp.providers.extractive.chunks import pieces


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "word " * 100,
        "x" * 500,
        "```py\n    a = 1\n\n\nb\n```",
        "没有空格的中文" * 30,
    ],
)
def test_the_pieces_are_the_text(text: str) -> None:
    assert "".join(pieces(text)) == text


def test_pieces_end_with_words_and_lines() -> None:
    found = list(pieces("The lock carries a token that only its owner knows, and nobody else.\nb"))
    assert found[0] == "The lock carries a token that only its owner "
    assert found[1:] == ["knows, and nobody else.\n", "b"]


def test_chinese_comes_in_short_pieces_too() -> None:
    assert max(map(len, pieces("没有空格的中文" * 30))) <= 41
