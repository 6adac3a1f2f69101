import pytest

from chatapp.providers.extractive.question import joined, read


def test_identifiers_and_paths_are_told_from_words() -> None:
    question = read("How does `RedirectMixin` in src/requests/sessions.py use rebuild_auth()?")
    assert question.names == ("RedirectMixin", "rebuild_auth")
    assert question.paths == ("src/requests/sessions.py",)


def test_dotted_and_dunder_names_stay_whole() -> None:
    assert read("What does FastFilesCompleter.__call__ do?").names == (
        "FastFilesCompleter.__call__",
    )


def test_terms_are_content_words_and_parts_of_names() -> None:
    assert read("How does the apparentEncoding of a response work?").terms == (
        "apparentencoding",
        "apparent",
        "encoding",
        "response",
    )


def test_chinese_words_are_looked_up_for_english_code() -> None:
    question = read("会话锁如何续租？")
    assert question.language == "zh"
    assert {"conversation", "session", "lock", "renew"} <= set(question.terms)


def test_a_question_that_points_back_takes_what_the_one_before_was_about() -> None:
    earlier = read("How does the TokenLock get renewed?")
    later = read("And who uses it?")
    assert later.points_back
    both = joined(later, earlier)
    assert both.names == ("TokenLock",)
    assert "renewed" in both.terms
    assert both.text == "And who uses it?"


def test_a_question_that_stands_alone_does_not_point_back() -> None:
    assert not read("Where are API keys hashed with the server secret?").points_back
    assert not read("What does `encode` do with that?").points_back
    assert read("那它呢？").points_back


def test_an_acronym_with_a_word_is_a_name() -> None:
    assert read("How does the TLSServer class set its HTTP port?").names == ("TLSServer",)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Where is Toolbox defined?", ("Toolbox",)),
        ("where is the class Basket declared", ("Basket",)),
        ("Where is admit defined, and who calls it?", ("admit",)),
        ("Toolbox 类在哪里定义？", ("Toolbox",)),
        ("Toolbox 是在哪个文件里定义的？", ("Toolbox",)),
        ("Where is `Session` defined?", ("Session",)),
        ("Where is this defined?", ()),
        ("Where is the configuration of the proxy read?", ()),
    ],
)
def test_a_plain_word_whose_definition_is_asked_for_is_a_name(
    text: str, names: tuple[str, ...]
) -> None:
    """A class of one word was searched like any word, and the answer led somewhere else."""
    assert read(text).names == names


def test_questions_about_tests_and_the_project_are_told() -> None:
    assert read("Which tests cover it?").is_about_tests
    assert read("哪些用例覆盖它？").is_about_tests
    assert not read("What is the latest value?").is_about_tests
    assert read("Since when does it work?").is_about_project


def test_han_text_is_kept_in_pairs_without_question_words() -> None:
    assert read("如何续租锁？").han == ("续租", "租锁")
    assert read("How?").han == ()


def test_a_question_can_be_read_as_being_about_other_words() -> None:
    asked = read("How does `TokenLock` work?").about(("web", "route"))
    assert (asked.names, asked.terms) == ((), ("web", "route"))
