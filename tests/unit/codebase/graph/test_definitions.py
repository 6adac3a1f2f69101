from chatapp.codebase.graph.definitions import Definitions
from chatapp.codebase.ids import path_id
from tests.unit.codebase.graph.sources import index_of

FILES = {
    "a.py": "class A:\n    def f(self):\n        def g(): pass\n",
    "b.py": "from a import A as Alias\nimport a\nfrom a import *\n",
}


def test_names_are_arranged_by_where_they_can_be_seen() -> None:
    known = Definitions(index_of(FILES))
    (klass,) = known.by_name["A"]
    (method,) = known.by_name["f"]
    assert known.top[path_id("a.py")] == {"A": klass.symbol_id}
    assert known.member(klass.symbol_id, "f") == method.symbol_id
    assert known.member(klass.symbol_id, "missing") is None


def test_class_around_a_place_is_the_innermost() -> None:
    known = Definitions(index_of(FILES))
    (inner,) = known.by_name["g"]
    (klass,) = known.by_name["A"]
    assert known.class_around(inner.symbol_id) == klass.symbol_id
    assert known.class_around(None) is None


def test_import_binds_its_alias_and_its_module() -> None:
    known = Definitions(index_of(FILES))
    bindings = known.bindings[path_id("b.py")]
    assert bindings["Alias"] == (path_id("a.py"), "A")
    assert bindings["a"] == (path_id("a.py"), "")
    assert known.stars[path_id("b.py")] == [path_id("a.py")]
