from chatapp.codebase.parse.grammars import GRAMMARS
from chatapp.codebase.parse.syntax import find, grammar_of


def test_every_query_fits_its_grammar() -> None:
    """A grammar's new version may rename nodes; the query then fails to compile here."""
    for language in GRAMMARS:
        assert find(b"", language).definitions == []


def test_captures_are_sorted_by_what_they_are_for() -> None:
    found = find(b"import a\n# c\nclass A(B):\n    def f(self):\n        if x: g()\n", "python")
    assert [kind for _node, kind, _captures in found.definitions] == ["class", "function"]
    assert sorted(kind for _node, kind, _qualifier in found.uses) == ["call", "inherit"]
    assert len(found.imports) == len(found.comments) == len(found.branches) == 1


def test_language_without_grammar_has_none() -> None:
    assert grammar_of("cobol") is None
