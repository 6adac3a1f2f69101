import pytest

from chatapp.providers.extractive import ranking
from chatapp.providers.extractive.question import read
from tests.unit.providers.extractive.evidence import after, block, hits


def order(question: str, *results: tuple[str, str]) -> list[str]:
    situation = after(question, *results)
    return [block.path for block in ranking.hits(situation.findings, situation.question)]


def paths(*names: str):
    return hits(*(block("x", name) for name in names))


def test_the_searchs_own_order_is_kept() -> None:
    assert order("How?", paths("a.py", "b.py", "a.py")) == ["a.py", "b.py"]


def test_what_two_searches_find_comes_before_what_one_does() -> None:
    assert order("How?", paths("a.py", "b.py"), paths("b.py", "c.py")) == ["b.py", "a.py", "c.py"]


def test_the_first_search_counts_more() -> None:
    found = order("How?", paths("x.py", "y.py", "a.py"), paths("b.py"))
    assert found.index("a.py") < found.index("b.py")


def test_tests_and_changelogs_come_last_unless_they_are_asked_for() -> None:
    found = paths("tests/test_a.py", "CHANGES.md", "a.py")
    assert order("How is it stored?", found)[0] == "a.py"
    assert order("How do the tests store it?", found)[0] == "tests/test_a.py"
    assert order("Which release changed it?", found)[0] == "CHANGES.md"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/a.py", True),
        ("src/test_a.py", True),
        ("web/a.spec.ts", True),
        ("pkg/a_test.go", True),
        ("src/testimony.py", False),
        ("latest/a.py", False),
    ],
)
def test_tests_are_told_by_their_path(path: str, *, expected: bool) -> None:
    assert ranking.is_test(path) is expected


def test_scores_are_relative_to_the_best() -> None:
    scores = ranking.file_scores(after("How?", paths("a.py", "b.py")).findings)
    assert scores["a.py"] == 1.0
    assert 0 < scores["b.py"] < 1
    assert ranking.is_in_the_way("HISTORY.rst", read("How?"))
