import pytest

from chatapp.codebase.tools.search import path_filter
from tests.unit.codebase.projects import Project


def _paths(project: Project, query: str, **more: str | int) -> list[str]:
    data = project.call("search_codebase", query=query, **more).data
    assert isinstance(data, dict)
    return [hit["path"] for hit in data["hits"]]


def test_a_question_finds_the_file_that_answers_it(sample: Project) -> None:
    assert _paths(sample, "How is a session signed into a cookie?")[0] == "shop/sessions.py"


def test_the_text_quotes_the_hit_with_its_lines(sample: Project) -> None:
    result = sample.call("search_codebase", query="load_session", kind="symbol")

    assert result.summary == "1 place"
    assert 'path="shop/sessions.py" lines="14-16" symbol="SessionStore.load_session"' in (
        result.content
    )
    assert [str(source) for source in result.sources] == ["shop/sessions.py:14-16"]


def test_paths_are_found_by_a_part(sample: Project) -> None:
    assert _paths(sample, "cart", kind="path") == ["shop/cart.py"]


def test_text_is_found_literally_whatever_its_signs(sample: Project) -> None:
    assert _paths(sample, 'SECRET = b"secret"', kind="text") == ["shop/settings.py"]


def test_a_regular_expression_finds_lines_with_their_definition(sample: Project) -> None:
    data = sample.call("search_codebase", query=r"def \w+_session\(", kind="regex").data

    assert isinstance(data, dict)
    assert [(hit["symbol"], hit["start_line"]) for hit in data["hits"]][:2] == [
        ("SessionStore.load_session", 14),
        ("SessionStore.save_session", 18),
    ]


def test_a_pattern_that_re2_does_not_take_is_explained(sample: Project) -> None:
    result = sample.call("search_codebase", query="(?<=a)b", kind="regex")

    assert result.error_code == "invalid_arguments"
    assert "no look-around" in result.content


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("shop", ["shop/a.py", "shop/b/c.ts"]),
        ("./shop/", ["shop/a.py", "shop/b/c.ts"]),
        ("*.ts", ["shop/b/c.ts"]),
        ("shop/*.py", ["shop/a.py"]),
        ("shop/a.py", ["shop/a.py"]),
        ("", ["shop/a.py", "shop/b/c.ts", "shopping.py"]),
    ],
)
def test_a_path_filters_by_folder_or_glob(path: str, kept: list[str]) -> None:
    is_wanted = path_filter(path)

    assert [item for item in ("shop/a.py", "shop/b/c.ts", "shopping.py") if is_wanted(item)] == kept


def test_what_is_left_can_be_fetched_by_the_reference(sample: Project) -> None:
    first = sample.call("search_codebase", query="session cookie", limit=1)
    assert isinstance(first.data, dict)
    reference = first.data["more"][-1]

    second = sample.call(reference["tool"], **reference["arguments"])

    assert isinstance(second.data, dict)
    assert second.data["offset"] == 1
    assert second.data["hits"][0]["path"] != first.data["hits"][0]["path"]


def test_nothing_found_says_what_to_try(sample: Project) -> None:
    result = sample.call("search_codebase", query="zzzqqq")

    assert result.error_code is None
    assert "Nothing found" in result.content


@pytest.mark.requirement("Q03")
@pytest.mark.parametrize(
    "query",
    [
        "foo.bar()",
        "C++",
        "a/b",
        "what?",
        "#123",
        '"unbalanced',
        "NEAR",
        "AND",
        "NOT OR",
        "*",
        "x:y",
        "-flag",
        "^a",
        "{path}: x",
        "a\x00b",
        "'; DROP TABLE files; --",
        "()",
        "\\",
        "x" * 10_000,
        "word " * 2000,
    ],
)
@pytest.mark.parametrize("kind", ["any", "symbol", "path", "text"])
def test_no_query_breaks_the_search(sample: Project, query: str, kind: str) -> None:
    result = sample.call("search_codebase", query=query, kind=kind)

    assert result.error_code in (None, "invalid_arguments")
    assert kind == "text" or result.error_code is None


@pytest.mark.requirement("Q03")
@pytest.mark.parametrize("query", ["", "   ", "\n\t"])
def test_an_empty_query_gets_help(sample: Project, query: str) -> None:
    result = sample.call("search_codebase", query=query)

    assert result.error_code is None
    assert "The query is empty" in result.content
