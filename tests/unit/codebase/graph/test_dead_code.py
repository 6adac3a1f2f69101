import pytest

from chatapp.codebase.graph.dead_code import rebuild_dead_code
from tests.unit.codebase.graph.sources import index_of


def _dead(files: dict[str, str]) -> dict[str, str]:
    index = index_of(files)
    rebuild_dead_code(index)
    rows = index.execute(
        "SELECT s.qualified_name, tier FROM dead_code JOIN symbols s ON s.id = symbol_id"
    )
    return dict(rows.fetchall())


def test_private_function_nobody_names_is_surely_dead() -> None:
    assert _dead({"a.py": "def _spare_part():\n    pass\n"}) == {"_spare_part": "high"}


def test_public_function_nobody_names_is_only_a_hint() -> None:
    assert _dead({"a.py": "def spare_part():\n    pass\n"}) == {"spare_part": "low"}


@pytest.mark.parametrize(
    "other",
    [
        {"b.py": "from a import _spare_part\n"},
        {"b.py": "x = [_spare_part]\n"},
        {"b.py": "name = '_spare_part'\n"},
        {"page.html": "<p>{{ _spare_part }}</p>\n"},
        {"setup.cfg": "run = a:_spare_part\n"},
        {"docs/guide.md": "Call `_spare_part` to clean up.\n"},
    ],
)
def test_name_that_is_mentioned_anywhere_is_alive(other: dict[str, str]) -> None:
    assert _dead({"a.py": "def _spare_part():\n    pass\n", **other}) == {}


@pytest.mark.parametrize(
    "source",
    [
        "def _spare_part():\n    pass\n\nHOOKS = {'x': _spare_part}\n",
        "@app.route('/x')\ndef _spare_part(): pass\n",
        "class A:\n    def __enter__(self): pass\n\nA()\n",
        "def main(): pass\n",
        "class Visitor(ast.NodeVisitor):\n    def visit_Name(self, node): pass\n\nVisitor()\n",
        "def _get_day(): pass\n\ndef read(unit):\n    return vars()['_get_' + unit]\n\nread(1)\n",
    ],
)
def test_what_others_call_by_other_means_is_alive(source: str) -> None:
    assert _dead({"a.py": source}) == {}


def test_tests_are_never_dead() -> None:
    assert _dead({"tests/test_a.py": "def test_something(): pass\ndef _helper_fn(): pass\n"}) == {}


def test_method_that_a_base_from_outside_may_call_is_only_a_hint() -> None:
    source = "import lib\n\n\nclass Mine(lib.Base):\n    def _on_tick_now(self): pass\n\n\nMine()\n"
    assert _dead({"a.py": source}) == {"Mine._on_tick_now": "low"}


def test_function_in_an_object_is_reached_through_the_object() -> None:
    """A visitor's keys are names that its library calls."""
    source = (
        "export function strip() { return walk({ ClassThing(node) {}, OtherThing: () => 1 }); }\n"
    )
    assert "strip.ClassThing" not in _dead({"a.ts": source})
    assert "strip.OtherThing" not in _dead({"a.ts": source})
