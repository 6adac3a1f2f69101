import sqlite3

from chatapp.codebase import schema
from chatapp.codebase.facts.diagram import MAX_EDGES, MAX_NODES, module_diagram


def _index(edges: list[tuple[str, str]]) -> sqlite3.Connection:
    index = sqlite3.connect(":memory:")
    schema.create(index)
    paths = sorted({path for edge in edges for path in edge})
    for file_id, path in enumerate(paths, 1):
        values = (file_id, path, "b", "100644", "python", "code", 0, 0, 9, 2, "utf-8", 1, "")
        index.execute(f"INSERT INTO files VALUES ({','.join('?' * 13)})", values)
    for source, target in edges:
        ids = (paths.index(source) + 1, paths.index(target) + 1)
        index.execute("INSERT INTO edges VALUES (?, ?, 1)", ids)
    return index


def test_files_are_folded_into_folders() -> None:
    index = _index([("web/a.py", "db/b.py"), ("web/c.py", "db/b.py"), ("web/a.py", "web/c.py")])

    assert module_diagram(index) == ('flowchart LR\n  n1["db"]\n  n2["web"]\n  n2 --> n1')


def test_a_large_graph_stays_readable() -> None:
    edges = [
        (f"p{a}/q{b}/x.py", f"p{c}/q{b}/x.py")
        for a in range(30)
        for b in range(3)
        for c in range(30)
        if a != c
    ]
    lines = module_diagram(_index(edges)).split("\n")

    assert sum("[" in line for line in lines) <= MAX_NODES
    assert sum("-->" in line for line in lines) <= MAX_EDGES


def test_no_folder_name_breaks_the_diagram() -> None:
    diagram = module_diagram(_index([('we"b]/a.py', "<db>/b.py")]))

    assert 'n2["we#quot;b]"]' in diagram
    assert 'n1["#lt;db#gt;"]' in diagram


def test_without_imports_there_is_no_diagram() -> None:
    assert module_diagram(_index([])) == ""
    assert module_diagram(_index([("a/x.py", "a/y.py")])) == ""
