import pytest

from chatapp.codebase.search.query import MAX_TERMS, read_query


def test_stop_words_are_no_terms_and_names_keep_their_parts() -> None:
    query = read_query("Where is the sessionStore of an app used?")

    assert query.terms == ('"sessionstore"', '"session"', '"store"', '"app"')


def test_a_question_of_stop_words_alone_is_searched_as_it_is() -> None:
    assert read_query("how can we do so").terms == ('"how"', '"can"', '"we"', '"do"', '"so"')


def test_names_of_code_are_told_from_plain_words() -> None:
    query = read_query("Why does Session.get_cookie call `httpFetch` before path::to::item?")

    assert set(query.names) >= {"Session.get_cookie", "get_cookie", "httpFetch", "path::to::item"}
    assert "before" not in query.names


def test_paths_are_recognised() -> None:
    assert read_query("what is in src/flask/app.py and README.md").paths == (
        "src/flask/app.py",
        "README.md",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("how do the tests cover sessions", (True, False)),
        ("what does test_session check", (True, False)),
        ("is it in the documentation", (False, True)),
        ("latest protocol", (False, False)),
    ],
)
def test_questions_about_tests_and_documents_are_noticed(
    text: str, expected: tuple[bool, bool]
) -> None:
    query = read_query(text)

    assert (query.is_about_tests, query.is_about_docs) == expected


def test_a_huge_text_gives_a_bounded_query() -> None:
    assert len(read_query(" ".join(f"word{n}" for n in range(5000))).terms) == MAX_TERMS
