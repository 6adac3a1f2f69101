from contextlib import closing

from chatapp.codebase.schema import open_index
from chatapp.codebase.search.contents import find_file
from chatapp.codebase.search.symbols import find_symbols
from chatapp.codebase.tools import pages
from chatapp.codebase.tools.desk import Desk
from tests.unit.codebase.projects import Project


def test_an_outline_can_be_of_one_definition_alone(sample: Project) -> None:
    with closing(open_index(sample.infra, sample.repository.repository_id)) as index:
        desk = Desk(sample.infra, sample.repository, index, "c")
        (store,) = find_symbols(index, "SessionStore")
        inside = pages.skeleton(desk, store.file_id, inside=store)

    assert [item["name"] for item in inside] == ["load_session", "save_session", "_verify"]
    assert inside[0]["summary"] == "Read a session from its cookie."


def test_what_history_does_not_know_is_absent_or_zero(sample: Project) -> None:
    with closing(open_index(sample.infra, sample.repository.repository_id)) as index:
        desk = Desk(sample.infra, sample.repository, index, "c")
        readme = find_file(index, "README.md")
        assert readme is not None
        assert pages.last_change(desk, 1) is None
        assert pages.ownership(desk, 1) == []
        assert pages.community(desk, readme.file_id) is None
        assert pages.metrics(desk, readme)["imported_by"] == 0


def test_a_summary_is_the_first_line() -> None:
    assert pages.first_line("\n  One line.\n\nMore.\n") == "One line."
    assert pages.first_line("") == ""
