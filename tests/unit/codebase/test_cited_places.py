from pathlib import Path

import pytest

from chatapp.codebase.citations import resolve_citations
from chatapp.codebase.cited_places import CitedFile, place_of
from chatapp.codebase.tools.reply import commit_read
from chatapp.domain.sources import LineRange
from tests.unit.codebase.projects import Project, make_project

FIRST = {"app/till.py": "a = 1\nb = 2\nc = 3\n", "app/till_test.py": "d = 4\n"}


@pytest.fixture
def moved(tmp_path: Path) -> tuple[Project, str]:
    """A project whose index has gone on, and the commit that an old answer has read."""
    project = make_project(tmp_path, FIRST)
    old = str(project.repository.indexed_commit)
    project.commit({"app/till.py": "a = 1\n", "app/new.py": "e = 5\n"})
    return project.synced(), old


@pytest.mark.requirement("Q05")
def test_old_answer_cites_lines_that_the_new_commit_no_longer_has(
    moved: tuple[Project, str],
) -> None:
    """Looked up in the present index, every such citation of an old answer was marked as lost."""
    project, old = moved

    (then,) = resolve_citations(
        project.infra, project.repository, "see app/till.py:2-3", commit=old[:12]
    )
    (now,) = resolve_citations(project.infra, project.repository, "see app/till.py:2-3")

    assert then.source is not None
    assert (then.source.commit, then.source.lines) == (old, LineRange(2, 3))
    assert now.source is None
    assert now.problem == "app/till.py has 1 lines"


def test_old_answer_cannot_cite_what_came_later(moved: tuple[Project, str]) -> None:
    project, old = moved

    (citation,) = resolve_citations(
        project.infra, project.repository, "app/new.py:1", commit=old[:12]
    )

    assert citation.source is None
    assert citation.problem == (
        f"app/new.py is not in commit {old[:12]}, which this answer has read"
    )


def test_path_ending_names_a_file_of_the_old_commit(moved: tuple[Project, str]) -> None:
    project, old = moved

    with project.index() as index:
        place = place_of(index, project.repository, old[:12])

    assert place.file("till.py") == CitedFile("app/till.py", 3)
    assert place.file("ill.py") is None
    assert place.file("") is None


def test_commit_that_was_lost_is_told(moved: tuple[Project, str]) -> None:
    project, _ = moved

    (citation,) = resolve_citations(
        project.infra, project.repository, "app/till.py:1", commit="0123456789ab"
    )

    assert citation.source is None
    assert citation.problem == (
        "app/till.py was read at commit 0123456789ab, which is no longer in the repository"
    )


def test_every_stored_reply_tells_the_commit_it_was_made_from(moved: tuple[Project, str]) -> None:
    project, _ = moved

    reply = project.call("search_codebase", query="till").content

    assert commit_read(reply) == str(project.repository.indexed_commit)[:12]
    assert commit_read("a reply of something else") == ""
