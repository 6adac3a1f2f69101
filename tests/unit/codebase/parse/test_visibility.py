import pytest

from chatapp.codebase.parse.extract import extract


@pytest.mark.parametrize(
    ("language", "source", "exported"),
    [
        ("python", "class _A:\n    def f(self): pass\n", {"_A": False, "f": False}),
        ("python", "class A:\n    def __init__(self): pass\n", {"__init__": True}),
        ("python", "__all__ = ['_a']\ndef _a(): pass\n", {"_a": True}),
        ("python", "def f():\n    def inner(): pass\n", {"inner": False}),
        ("typescript", "class A { private x() {} y() {} }", {"A": False, "x": False, "y": False}),
        ("typescript", "export class A { private x() {} y() {} }", {"x": False, "y": True}),
        ("javascript", "function f() {}\nexport { f };", {"f": True}),
        ("go", "func f() {}\nfunc F() {}", {"f": False, "F": True}),
        ("java", "public interface A { int f(); }", {"f": True}),
        ("java", "class A { int f() { return 1; } }", {"f": False}),
        ("rust", "pub fn f() {}\npub(crate) fn g() {}\nfn h() {}", {"f": True, "h": False}),
        ("c", "static int f() { return 1; }\nint g() { return 1; }", {"f": False, "g": True}),
        ("kotlin", "internal fun f() {}\nfun g() {}\n", {"f": False, "g": True}),
        ("php", "<?php class A { protected function f() {} function g() {} }",
         {"f": False, "g": True}),
    ],
)  # fmt: skip
def test_what_others_can_use_is_exported(
    language: str, source: str, exported: dict[str, bool]
) -> None:
    found = {symbol.name: symbol.is_exported for symbol in extract(source, language).symbols}
    assert {name: found[name] for name in exported} == exported
