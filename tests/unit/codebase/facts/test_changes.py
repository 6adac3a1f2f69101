import json

import pytest

from chatapp.codebase.facts.changes import Figures, factors, figures, percentile
from chatapp.codebase.facts.risk import score
from tests.unit.codebase.projects import Project


def test_a_large_strange_change_scores_above_a_small_known_one() -> None:
    small = Figures(1, 3, churn=0.1, fixes=0.0, familiarity=1.0, has_tests=1, has_code=1)
    large = Figures(40, 4000, churn=1.0, fixes=0.6, familiarity=0.0, has_tests=0, has_code=1)

    assert score(factors(small)) < 20
    assert score(factors(large)) == 100


def test_unknown_figures_count_as_nothing_known() -> None:
    change = Figures(2, None, None, None, None, None, None)

    assert sum(factor.weight for factor in factors(change)) == pytest.approx(1)
    assert score(factors(change)) > 0


def test_figures_come_from_the_history_of_the_paths(sample: Project) -> None:
    with sample.index() as index:
        paths = json.dumps(["shop/cart.py", "tests/test_sessions.py", "new.py"])
        found = figures(index, "Ada", paths, 3, 20)

    assert (found.has_tests, found.has_code, found.familiarity) == (1, 1, 1.0)


def test_the_percentile_compares_with_the_recent_commits(sample: Project) -> None:
    with sample.index() as index:
        assert percentile(index, 100) == (100, 1)
        assert percentile(index, 0) == (0, 1)
