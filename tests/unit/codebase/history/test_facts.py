import pytest

from chatapp.codebase.history.facts import HALF_LIFE_S, bus_factor, decayed
from chatapp.infra.handle import Infra
from tests.unit.codebase.repositories import Repo, Rows, indexed


def test_touch_loses_half_its_weight_per_half_life() -> None:
    assert decayed(0) == 1
    assert decayed(HALF_LIFE_S) == 0.5
    assert decayed(-5) == 1


@pytest.mark.parametrize(
    ("touches", "factor"),
    [({"a": 5}, 1), ({"a": 2, "b": 2}, 1), ({"a": 1, "b": 1, "c": 1}, 2), ({}, 0)],
)
def test_bus_factor_is_the_fewest_with_half(touches: dict[str, int], factor: int) -> None:
    assert bus_factor(touches) == factor


def test_history_of_a_file_is_summed_up(infra: Infra, repo: Repo) -> None:
    repo.write("a.py", "1\n").write("b.py", "1\n").commit("Begin", "Ann")
    repo.write("a.py", "2\n").commit("Fix a crash", "Bob")
    repo.write("a.py", "3\n").commit("Go on", "Bob")
    rows = Rows(infra, indexed(infra, repo))
    (history,) = rows.all(
        "SELECT commits, fixes, authors, owner, bus_factor, churn, churn_percentile, h.last_at -"
        " h.first_at FROM file_history h JOIN files f ON f.id = h.file_id WHERE path = 'a.py'"
    )
    assert history[:5] == (3, 1, 2, "Bob", 1)
    assert 2.9 < float(str(history[5])) < 3
    assert history[6:] == (50.0, 2 * 86_400)
    owners = rows.all(
        "SELECT author, commits, share FROM ownership o JOIN files f ON f.id = o.file_id"
        " WHERE path = 'a.py' ORDER BY commits DESC"
    )
    assert owners == [("Bob", 2, 0.667), ("Ann", 1, 0.333)]


def test_files_that_change_together_are_counted(infra: Infra, repo: Repo) -> None:
    for number in range(3):
        repo.write("a.py", str(number)).write("b.py", str(number)).commit()
    repo.write("a.py", "x").write("c.py", "x").commit()
    for number in range(30):
        repo.write(f"many/{number}.py", "").write("a.py", "y").write("b.py", "y")
    repo.commit("So many that it says nothing")
    rows = Rows(infra, indexed(infra, repo))
    assert rows.all(
        "SELECT o.path, together FROM cochanges JOIN files f ON f.id = file_id"
        " JOIN files o ON o.id = other_id WHERE f.path = 'a.py' ORDER BY together DESC"
    ) == [("b.py", 3), ("c.py", 1)]
