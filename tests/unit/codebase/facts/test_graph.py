from chatapp.codebase.facts import graph
from chatapp.codebase.search.contents import find_file
from chatapp.codebase.search.symbols import find_symbols
from tests.unit.codebase.projects import Project


def test_callers_are_named_with_their_definition(sample: Project) -> None:
    with sample.index() as index:
        (save,) = find_symbols(index, "save_session")
        links = graph.callers(index, save.symbol_id, save.name)

    assert [(link.path, link.symbol) for link in links] == [("shop/cart.py", "add_item")]


def test_callees_are_the_definitions_that_are_used(sample: Project) -> None:
    with sample.index() as index:
        (add,) = find_symbols(index, "add_item")
        links = graph.callees(index, add.symbol_id)

    assert [link.symbol for link in links] == [
        "SessionStore.load_session",
        "SessionStore.save_session",
    ]


def test_imports_are_told_both_ways(sample: Project) -> None:
    with sample.index() as index:
        sessions = find_file(index, "shop/sessions.py")
        assert sessions is not None
        users = graph.imported_by(index, sessions.file_id)
        used = graph.imports(index, sessions.file_id)
        node = graph.node(index, sessions.file_id)

    assert users == ["shop/cart.py", "tests/test_sessions.py"]
    assert used == ["shop/settings.py"]
    assert (node.imported_by, node.imports) == (2, 1)


def test_a_file_without_imports_has_no_place_in_the_graph(sample: Project) -> None:
    with sample.index() as index:
        readme = find_file(index, "README.md")
        assert readme is not None
        assert graph.node(index, readme.file_id) == graph.NOWHERE
