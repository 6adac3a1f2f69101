from chatapp.codebase.search.find import find, find_paths
from tests.unit.codebase.projects import Project


def _everything(_path: str) -> bool:
    return True


def test_one_word_that_is_a_definition_shows_it_first(sample: Project) -> None:
    with sample.index() as index:
        first = find(index, "save_session", _everything, 5).hits[0]

    assert (first.symbol, first.why) == ("SessionStore.save_session", "symbol")


def test_one_word_that_is_a_path_shows_the_file_first(sample: Project) -> None:
    with sample.index() as index:
        found = find(index, "shop/settings.py", _everything, 5)

    assert (found.hits[0].path, found.hits[0].why) == ("shop/settings.py", "path")
    assert len({hit.path for hit in found.hits}) == len(found.hits)


def test_a_filter_keeps_other_paths_out(sample: Project) -> None:
    with sample.index() as index:
        found = find(index, "session", lambda path: path.startswith("tests/"), 5)

    assert [hit.path for hit in found.hits] == ["tests/test_sessions.py"]


def test_signs_alone_are_looked_for_literally(sample: Project) -> None:
    with sample.index() as index:
        found = find(index, "->", _everything, 5)

    assert found.hits[0].why == "text"
    assert "->" in found.hits[0].content[0]


def test_the_exact_path_comes_before_those_that_contain_it(sample: Project) -> None:
    with sample.index() as index:
        found = find_paths(index, "sessions.py", _everything, 5)

    assert [hit.path for hit in found.hits] == ["shop/sessions.py", "tests/test_sessions.py"]
