from pathlib import Path

import pytest

from chatapp.codebase.search.symbols import (
    find_symbols,
    plain_name,
    symbol_by_id,
    symbols_in,
    symbols_like,
)
from tests.unit.codebase.projects import Project, make_project


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("load_session", ["SessionStore.load_session"]),
        ("SessionStore.load_session", ["SessionStore.load_session"]),
        ("SessionStore::load_session()", ["SessionStore.load_session"]),
        ("sessionstore", ["SessionStore"]),
        ("shop.sessions.SessionStore", ["SessionStore"]),
        ("sessions.SessionStore", ["SessionStore"]),
        ("shop.cart.SessionStore", []),
        ("Other.load_session", []),
        ("load", []),
        ("", []),
        ("()", []),
    ],
)
def test_a_name_is_found_in_every_way_it_is_written(
    sample: Project, name: str, found: list[str]
) -> None:
    with sample.index() as index:
        assert [symbol.qualified_name for symbol in find_symbols(index, name)] == found


def test_a_part_of_a_name_finds_all_that_have_it(sample: Project) -> None:
    with sample.index() as index:
        names = {symbol.name for symbol in symbols_like(index, "_session", 10)}

    assert names == {"load_session", "save_session", "test_session_survives"}


def test_definitions_of_a_file_come_outer_before_inner(sample: Project) -> None:
    with sample.index() as index:
        (store,) = find_symbols(index, "SessionStore")
        inside = symbols_in(index, store.file_id)
        again = symbol_by_id(index, store.symbol_id)
        nothing = symbol_by_id(index, -1)

    assert [symbol.name for symbol in inside][:2] == ["SessionStore", "load_session"]
    assert (again, nothing) == (store, None)


def test_separators_of_other_languages_become_dots() -> None:
    assert plain_name(" A::b->c#d() ") == "A.b.c.d"


def test_an_inherited_method_is_found_in_its_base_class(tmp_path: Path) -> None:
    files = {
        "base.py": "class Top:\n    def run(self):\n        pass\n\n\nclass Base(Top):\n    pass\n",
        "app.py": "from base import Base\n\n\nclass App(Base):\n    def own(self):\n        pass\n",
    }
    with make_project(tmp_path, files).index() as index:
        assert [item.qualified_name for item in find_symbols(index, "App.run")] == ["Top.run"]
        assert find_symbols(index, "App.walk") == []
