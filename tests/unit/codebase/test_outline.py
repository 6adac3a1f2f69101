from chatapp.codebase.outline import items
from chatapp.codebase.search.symbols import Symbol
from chatapp.domain.repositories import OutlineItem


def symbol(number: int, name: str, line: int, parent: int | None = None) -> Symbol:
    return Symbol(number, 1, "a.py", name, name, "class", line, line + 5, "", "", None, parent, 0)


def test_what_is_inside_stands_deeper() -> None:
    nested = [symbol(1, "A", 1), symbol(2, "f", 2, 1), symbol(3, "g", 3, 2), symbol(4, "B", 9)]
    assert [(item.name, item.line, item.depth) for item in items(nested)] == [
        ("A", 1, 0),
        ("f", 2, 1),
        ("g", 3, 2),
        ("B", 9, 0),
    ]


def test_a_parent_that_is_not_listed_counts_as_none() -> None:
    assert items([symbol(2, "f", 2, 99)]) == (OutlineItem("f", "class", 2, 0),)
