from pathlib import Path

import pytest

from tests.unit.codebase.projects import Project, make_project


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Small commits, then a large one that leaves a usual companion out."""
    folder: Path = tmp_path_factory.mktemp("changed")
    project = make_project(folder, {"a.py": "A = 0\n", "b.py": "B = 0\n", "c.py": "C = 0\n"})
    for number in range(1, 5):
        project.commit({"a.py": f"A = {number}\n", "b.py": f"B = {number}\n"}, f"Step {number}")
    project.commit({"a.py": "A = 1\n" * 900, "c.py": "C = 1\n" * 900}, "Rewrite")
    return project.synced()


def test_a_large_commit_ranks_above_the_small_ones(changed: Project) -> None:
    result = changed.call("get_change_risk")

    assert isinstance(result.data, dict)
    change = result.data["change"]
    assert change["head"] == changed.repository.indexed_commit
    assert change["subjects"] == ["Rewrite"]
    assert change["paths"] == ["a.py", "c.py"]
    assert change["percentile"] == 83
    assert change["compared"] == 6
    assert change["missing_companions"] == [{"path": "b.py", "commits": 5}]
    assert "Above 83 % of the last 6 commits." in result.content


def test_a_range_sums_up_its_commits(changed: Project) -> None:
    data = changed.call("get_change_risk", revision="HEAD~3..HEAD").data

    assert isinstance(data, dict)
    assert data["change"]["subjects"] == ["Rewrite", "Step 4", "Step 3"]
    assert data["change"]["paths"] == ["a.py", "b.py", "c.py"]


def test_the_first_commit_has_no_parent_and_is_judged_all_the_same(changed: Project) -> None:
    data = changed.call("get_change_risk", revision="HEAD~5").data

    assert isinstance(data, dict)
    assert data["change"]["base"] == ""
    assert len(data["change"]["paths"]) == 3


@pytest.mark.requirement("G08")
@pytest.mark.parametrize(
    "revision",
    ["HEAD --output=/tmp/x", "--output=/tmp/x", "-p", "HEAD;id", "$(id)", "a..b..c", "HEAD\nx",
     "..", "no-such-branch", "HEAD:a.py"],
)  # fmt: skip
def test_what_is_no_revision_is_refused_in_words(changed: Project, revision: str) -> None:
    result = changed.call("get_change_risk", revision=revision)

    assert result.error_code == "invalid_reference"
    assert result.data is None
