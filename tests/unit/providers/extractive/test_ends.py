import pytest

from chatapp.providers.extractive.ends import ends_of


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("How does a turn get from the browser to the provider?", "browser", "provider"),
        ("What happens from a click all the way to the database?", "click", "database"),
        ("一轮对话如何从浏览器到达模型提供商？", "browser", "model"),
        ("消息怎么进入数据库？", "message", "database"),
    ],
)
def test_both_ends_are_found(question: str, start: str, end: str) -> None:
    ends = ends_of(question)
    assert start in ends.start
    assert end in ends.end


def test_an_end_brings_the_words_that_code_has_there() -> None:
    ends = ends_of("How does it get from the browser to disk?")
    assert {"web", "route", "request"} <= set(ends.start)
    assert {"file", "write"} <= set(ends.end)


@pytest.mark.parametrize("question", ["How is a turn started?", "What is it?", "from it to this"])
def test_a_question_without_ends_has_none(question: str) -> None:
    assert ends_of(question) is None
