import pytest

from chatapp.codebase.parse.extract import extract


def _uses(source: str, language: str = "python") -> list[tuple[str, str, int | None, int]]:
    found = extract(source, language).uses
    return [(use.name, use.qualifier, use.source, use.times) for use in found]


def test_repeated_uses_in_a_function_are_one_with_a_count() -> None:
    assert _uses("def f():\n    g()\n    g()\n\ng()\n") == [("g", "", 0, 2), ("g", "", None, 1)]


def test_same_name_on_two_objects_is_two_uses() -> None:
    assert _uses("a.f()\nb.f()\n") == [("f", "a", None, 1), ("f", "b", None, 1)]


@pytest.mark.parametrize(
    ("language", "source", "qualifier"),
    [
        ("python", "a.b.f()", "a.b"),
        ("python", "g(1).f()", "?"),
        ("python", "super().f()", "super"),
        ("python", "x" * 100 + ".f()", "?"),
        ("rust", "fn m() { A::b::f(); }", "A.b"),
        ("c", "int m() { a->f(); }", "a"),
        ("php", "<?php $this->f();", "this"),
        ("csharp", "class A { void M() { this.F(); } }", "this"),
    ],
)
def test_qualifier_is_a_plain_dotted_name_or_unknown(
    language: str, source: str, qualifier: str
) -> None:
    assert qualifier in {found for name, found, _, _ in _uses(source, language) if name in "fF"}


def test_words_of_the_language_and_of_tests_are_left_out() -> None:
    assert _uses("print(len(x))\nself.assertEqual(a, b)\n") == []
    assert _uses("obj.print(x)\n") == [("print", "obj", None, 1)]
