from chatapp.codebase.parse.nesting import Draft, Owners, nested
from chatapp.codebase.parse.syntax import find, text_of

SOURCE = b"class A:\n    def f(self):\n        def g(): pass\n        return 1\n\nx = 2\n"


def _drafts() -> list[Draft]:
    found = find(SOURCE, "python").definitions[::-1]
    return nested(
        [
            Draft(node, node, text_of(names["name"][0], SOURCE), kind, "")
            for node, kind, names in found
        ]
    )


def test_definitions_know_the_one_around_them() -> None:
    around = {draft.name: draft.around.name if draft.around else None for draft in _drafts()}
    assert around == {"A": None, "f": "A", "g": "f", "x": None}


def test_innermost_definition_owns_a_place() -> None:
    owners = Owners(_drafts())
    named = {place: owners.at(SOURCE.index(place)) for place in (b"pass", b"return", b"self", b"2")}
    assert {place: owner.name if owner else None for place, owner in named.items()} == {
        b"pass": "g",
        b"return": "f",
        b"self": "f",
        b"2": "x",
    }
    assert Owners([]).at(5) is None


def test_branches_count_for_the_function_and_never_for_the_class() -> None:
    drafts = _drafts()
    owners = Owners(drafts)
    owners.count_branch(SOURCE.index(b"return"))
    owners.count_branch(0)
    assert {draft.name: draft.complexity for draft in drafts} == {"A": 1, "f": 2, "g": 1, "x": 1}
