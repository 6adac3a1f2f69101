from pathlib import Path

import pytest

from chatapp.codebase.search.query import read_query
from chatapp.codebase.search.ranking import rank
from tests.unit.codebase.projects import Project, make_project


def _ranked(project: Project, question: str) -> list[str]:
    with project.index() as index:
        return [item.file.path for item in rank(index, read_query(question))]


def test_the_code_comes_before_its_test_and_its_documents(sample: Project) -> None:
    paths = _ranked(sample, "How is a session signed into a cookie and loaded again?")

    assert paths[0] == "shop/sessions.py"
    assert paths.index("shop/sessions.py") < paths.index("tests/test_sessions.py")
    assert paths.index("shop/sessions.py") < paths.index("docs/adr/0001-signed-cookies.md")


def test_a_question_about_tests_brings_them_up(sample: Project) -> None:
    about_code = _ranked(sample, "Where does SessionStore load a session?")
    about_tests = _ranked(sample, "Which test checks that SessionStore loads a session?")

    test = "tests/test_sessions.py"
    assert about_tests.index(test) <= about_code.index(test)


def test_what_the_best_place_calls_is_brought_along(sample: Project) -> None:
    assert _ranked(sample, "Put an item into the cart")[:2] == ["shop/cart.py", "shop/sessions.py"]


def test_a_file_that_is_called_like_a_word_of_the_question_counts(sample: Project) -> None:
    assert "shop/settings.py" in _ranked(sample, "which settings exist")[:2]


def test_without_words_there_is_no_ranking(sample: Project) -> None:
    assert _ranked(sample, "?!") == []


def test_a_filter_looks_behind_the_best_of_all(
    sample: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chatapp.codebase.search.ranking.MAX_JUDGED", 1)
    with sample.index() as index:
        found = rank(index, read_query("session"), lambda path: path.endswith(".md"))
    assert [item.file.path for item in found] != []
    assert all(item.file.path.endswith(".md") for item in found)


def test_the_page_that_asks_the_very_question_comes_first(tmp_path: Path) -> None:
    """The server's own demo question stands in its architecture page, and was not found there."""
    question = "How does a parcel get from the shelf to the customer?"
    files = {
        "shop/parcel.py": "def parcel(shelf, customer):\n    return shelf, customer\n",
        "GUIDE.md": f"# Guide\n\n*{question}*\n\n1. It is packed.\n2. It is sent.\n",
    }
    assert _ranked(make_project(tmp_path, files), question)[0] == "GUIDE.md"
