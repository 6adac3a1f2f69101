import pytest

from chatapp.domain.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How does `encode` work?", "en"),
        ("`encode` 怎么工作？", "zh"),
        ("エンコードの仕組みは？", "en"),
        ("인코딩은 어떻게 동작합니까?", "en"),
        ("", "en"),
    ],
)
def test_the_script_tells_the_language(text: str, language: str) -> None:
    assert language_of(text) == language
