from chatapp.codebase.graph.imports import rebuild_edges, resolve_imports
from tests.unit.codebase.graph.sources import index_of

FILES = {"a.py": "import b\nfrom b import x, y\nimport os\n", "b.py": "x = y = 1\n"}


def test_edges_count_the_imports_between_two_files() -> None:
    index = index_of(FILES)
    assert index.execute(
        "SELECT f.path, t.path, imports FROM edges e JOIN files f ON f.id = e.from_file_id"
        " JOIN files t ON t.id = e.to_file_id"
    ).fetchall() == [("a.py", "b.py", 3)]


def test_second_look_changes_nothing() -> None:
    index = index_of(FILES)
    before = index.total_changes
    resolve_imports(index)
    assert rebuild_edges(index) is False
    assert index.total_changes == before


def test_import_of_a_file_that_is_gone_means_nothing() -> None:
    index = index_of(FILES)
    index.execute("DELETE FROM files WHERE path = 'b.py'")
    resolve_imports(index)
    assert rebuild_edges(index) is True
    assert index.execute("SELECT COUNT(*) FROM edges").fetchone() == (0,)
