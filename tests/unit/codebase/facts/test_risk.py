import pytest

from chatapp.codebase.facts.risk import Factor, file_factors, importing_tests, level, score
from chatapp.codebase.search.contents import find_file
from tests.unit.codebase.projects import Project


@pytest.mark.parametrize(("points", "word"), [(0, "low"), (35, "medium"), (60, "high")])
def test_points_become_a_word(points: int, word: str) -> None:
    assert level(points) == word


def test_a_score_is_the_weighed_sum() -> None:
    assert score([Factor("a", 1.0, 0.6, ""), Factor("b", 0.5, 0.4, "")]) == 80


def test_every_factor_stays_within_its_scale(sample: Project) -> None:
    with sample.index() as index:
        for path in ("shop/sessions.py", "README.md"):
            file = find_file(index, path)
            assert file is not None
            factors = file_factors(index, file)
            assert all(0 <= factor.value <= 1 for factor in factors)
            assert sum(factor.weight for factor in factors) == pytest.approx(1)


def test_tests_are_those_that_import_the_file(sample: Project) -> None:
    with sample.index() as index:
        file = find_file(index, "shop/sessions.py")
        assert file is not None
        assert importing_tests(index, file.file_id, 5) == ["tests/test_sessions.py"]


def test_a_factor_reads_as_a_sentence(sample: Project) -> None:
    """The panel said "by 1 people" and "more than 100% of files"."""
    with sample.index() as index:
        file = find_file(index, "shop/sessions.py")
        assert file is not None
        told = " ".join(factor.detail for factor in file_factors(index, file))
    assert "1 person" in told
    assert "100%" not in told
