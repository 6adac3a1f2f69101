from chatapp.codebase.graph.network import communities_of, label_of, page_rank, rebuild_network
from tests.unit.codebase.graph.sources import index_of

TWO_GROUPS = [(1, 2, 1), (2, 3, 1), (3, 1, 1), (4, 5, 1), (5, 6, 1), (6, 4, 1), (3, 4, 1)]


def test_files_that_import_each_other_belong_together() -> None:
    assert communities_of([1, 2, 3, 4, 5, 6], TWO_GROUPS) == {1: 1, 2: 1, 3: 1, 4: 4, 5: 4, 6: 4}


def test_order_of_the_edges_does_not_matter() -> None:
    nodes = [1, 2, 3, 4, 5, 6]
    assert communities_of(nodes, TWO_GROUPS[::-1]) == communities_of(nodes, TWO_GROUPS)
    edges = [edge[:2] for edge in TWO_GROUPS]
    assert page_rank(nodes, edges[::-1]) == page_rank(nodes, edges)


def test_most_imported_file_is_most_central() -> None:
    ranks = page_rank([1, 2, 3, 4], [(1, 4), (2, 4), (3, 4), (4, 1)])
    assert max(ranks, key=lambda node: ranks[node]) == 4
    assert abs(sum(ranks.values()) - 1) < 1e-6
    assert page_rank([], []) == {}


def test_label_is_the_folder_that_most_share() -> None:
    assert label_of(["a/b/x.py", "a/b/y.py", "a/c/z.py"]) == "a/b"
    assert label_of(["x.py", "y.py"]) == "."
    assert label_of(["a/x.py", "tests/test_x.py", "tests/test_y.py"]) == "a"


def test_nodes_and_communities_are_written_anew() -> None:
    index = index_of(
        {"p/a.py": "from p import b\n", "p/b.py": "", "p/__init__.py": "", "alone.py": ""}
    )
    for _ in range(2):
        rebuild_network(index)
    rows = index.execute(
        "SELECT path, imported_by, imports FROM nodes JOIN files ON id = file_id ORDER BY path"
    ).fetchall()
    assert rows == [("p/a.py", 0, 1), ("p/b.py", 1, 0)]
    assert index.execute("SELECT label, files FROM communities").fetchall() == [("p", 2)]
