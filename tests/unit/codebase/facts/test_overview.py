from chatapp.codebase.facts.overview import compute, overview_of
from tests.unit.codebase.projects import Project


def test_the_build_keeps_the_overview_in_the_index(sample: Project) -> None:
    with sample.index() as index:
        assert overview_of(index) == compute(index)
        assert index.execute("SELECT COUNT(*) FROM meta WHERE key = 'overview'").fetchone()[0] == 1


def test_central_files_and_commits_are_named(sample: Project) -> None:
    with sample.index() as index:
        found = compute(index)

    assert {item["path"] for item in found["central_files"]} >= {"shop/sessions.py"}
    assert [item["subject"] for item in found["recent_commits"]] == ["Begin"]
    assert found["skipped"] == 0
