from pathlib import Path

import pytest

from chatapp.codebase.facts import history
from chatapp.codebase.search.contents import find_file
from tests.unit.codebase.projects import Project, make_project


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder: Path = tmp_path_factory.mktemp("lived")
    project = make_project(folder, {"a.py": "A = 0\n", "b.py": "B = 0\n", "c.py": "C = 0\n"})
    for number in range(3):
        project.commit(
            {"a.py": f"A = {number + 1}\n", "b.py": f"B = {number + 1}\n"}, f"Fix {number}"
        )
    return project.synced()


def test_a_file_tells_its_past(lived: Project) -> None:
    with lived.index() as index:
        file = find_file(index, "a.py")
        assert file is not None
        past = history.history(index, file.file_id)
        owners = history.owners(index, file.file_id)
        commits = history.recent_commits(index, file.file_id, 2)

    assert past is not None
    assert (past.commits, past.authors, past.owner, past.last_subject) == (4, 1, "Ada", "Fix 2")
    assert 0 <= past.churn_percentile <= 1
    assert [(owner.author, owner.share) for owner in owners] == [("Ada", 1.0)]
    assert {commit.subject for commit in commits} <= {"Fix 0", "Fix 1", "Fix 2", "Begin"}


def test_what_changes_together_is_counted_from_two_on(lived: Project) -> None:
    with lived.index() as index:
        file = find_file(index, "a.py")
        assert file is not None
        assert history.changed_together(index, file.file_id) == [("b.py", 4)]


def test_an_unknown_file_has_no_past(lived: Project) -> None:
    with lived.index() as index:
        assert history.history(index, 1) is None
        assert history.owners(index, 1) == []
