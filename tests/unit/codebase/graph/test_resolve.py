import pytest

from chatapp.codebase.graph.resolve import resolve_references
from tests.unit.codebase.graph.sources import index_of, targets

MONEY = "def total(items):\n    return 1\n\n\nclass Purse:\n    def open(self):\n        pass\n"


def test_same_file_comes_first() -> None:
    index = index_of({"a.py": MONEY + "\n\ndef f():\n    return total([])\n", "b.py": MONEY})
    assert targets(index, "total") == [("a.py", "total", 1.0, 1)]


def test_method_of_the_same_class_is_certain() -> None:
    source = "class A:\n    def f(self):\n        self.g()\n    def g(self): pass\n"
    index = index_of({"a.py": source, "b.py": "class B:\n    def g(self): pass\n"})
    assert targets(index, "g") == [("a.py", "A.g", 1.0, 1)]


def test_inherited_method_is_found_through_an_imported_base() -> None:
    index = index_of(
        {
            "base.py": "class Base:\n    def g(self): pass\n",
            "a.py": "from base import Base\nclass A(Base):\n    def f(self):\n        self.g()\n"
            "        super().g()\n",
            "b.py": "class B:\n    def g(self): pass\n",
        }
    )
    assert targets(index, "g") == [("base.py", "Base.g", 0.9, 1)] * 2
    assert targets(index, "Base") == [("base.py", "Base", 0.9, 1)]


@pytest.mark.parametrize(
    "source",
    [
        "from money import total\ntotal(1)\n",
        "from money import total as total\ntotal(1)\n",
        "import money\nmoney.total(1)\n",
        "import money as m\nm.total(1)\n",
        "from money import *\ntotal(1)\n",
        "from pack import total\ntotal(1)\n",
    ],
)
def test_imported_name_is_followed(source: str) -> None:
    files = {
        "money.py": MONEY,
        "other.py": MONEY,
        "pack/__init__.py": "from money import total\n",
        "a.py": source,
    }
    assert targets(index_of(files), "total") == [("money.py", "total", 0.9, 1)]


def test_method_of_an_imported_class_is_followed() -> None:
    files = {"money.py": MONEY, "b.py": MONEY, "a.py": "from money import Purse\nPurse.open(1)\n"}
    assert targets(index_of(files), "open")[0] == ("money.py", "Purse.open", 0.9, 1)


def test_only_definition_is_probable_and_on_an_unknown_object_a_little_less() -> None:
    index = index_of({"money.py": MONEY, "a.py": "total(1)\nthing().open()\n"})
    assert targets(index, "total") == [("money.py", "total", 0.7, 1)]
    assert targets(index, "open") == [("money.py", "Purse.open", 0.6, 1)]


def test_one_of_several_stays_possible() -> None:
    index = index_of({"b.py": MONEY, "c.py": MONEY, "d.py": MONEY, "a.py": "x.open()\n"})
    assert targets(index, "open") == [("", "", 0.33, 3)]


def test_name_from_outside_has_no_candidates() -> None:
    assert targets(index_of({"a.py": "import re\nre.compile('x')\n"}), "compile") == [
        ("", "", 0, 0)
    ]


def test_bare_call_is_no_method() -> None:
    assert targets(index_of({"m.py": MONEY, "a.py": "open('x')\n"}), "open") == [("", "", 0, 0)]


def test_code_does_not_call_into_tests_nor_into_other_languages() -> None:
    index = index_of(
        {
            "tests/test_a.py": "def build(): pass\n",
            "web/a.ts": "export function build() {}\n",
            "a.py": "build()\n",
        }
    )
    assert targets(index, "build") == [("", "", 0, 0)]


def test_inner_function_wins_over_one_of_the_file() -> None:
    source = "def g(): pass\ndef f():\n    def g(): pass\n    g()\n"
    assert targets(index_of({"a.py": source}), "g") == [("a.py", "f.g", 1.0, 1)]


def test_go_files_of_a_folder_are_one_package() -> None:
    index = index_of(
        {
            "store/a.go": "package store\nfunc Open() { connect() }\n",
            "store/b.go": "package store\nfunc connect() {}\n",
            "other/b.go": "package other\nfunc connect() {}\n",
            "main.go": 'package main\nimport "x.org/y/store"\nfunc main() { store.Open() }\n',
        }
    )
    assert targets(index, "connect") == [("store/b.go", "connect", 0.9, 1)]
    assert targets(index, "Open") == [("store/a.go", "Open", 0.9, 1)]


def test_java_calls_reach_methods_of_the_class_and_its_imports() -> None:
    index = index_of(
        {
            "org/A.java": (
                "import org.money.B;\npublic class A { void f() { g(); B.of(); } void g() {} }"
            ),
            "org/money/B.java": "public class B { static void of() {} }",
            "org/C.java": "public class C { void g() {} static void of() {} }",
        }
    )
    assert targets(index, "g") == [("org/A.java", "A.g", 1.0, 1)]
    assert targets(index, "of") == [("org/money/B.java", "B.of", 0.9, 1)]


def test_circular_reexports_and_bases_end() -> None:
    index = index_of(
        {
            "a.py": "from b import x\nclass A(B): pass\nclass B(A):\n    def f(self): self.g()\n",
            "b.py": "from a import x\nx()\n",
        }
    )
    assert targets(index, "x") == [("", "", 0, 0)]
    assert targets(index, "g") == [("", "", 0, 0)]


def test_second_look_changes_nothing() -> None:
    index = index_of({"money.py": MONEY, "a.py": "from money import total\ntotal(1)\n"})
    before = index.total_changes
    resolve_references(index)
    assert index.total_changes == before
