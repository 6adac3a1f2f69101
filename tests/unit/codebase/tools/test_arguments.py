import pytest

from chatapp.codebase.tools.arguments import MAX_ITEMS, MAX_TEXT_CHARS, accept
from chatapp.domain.errors import InvalidArguments
from chatapp.domain.json import Json

SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "kind": {"type": "string", "enum": ["any", "path"]},
        "limit": {"type": "integer"},
        "deep": {"type": "boolean"},
        "include": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
        "targets": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["query"],
}


def test_what_fits_is_kept() -> None:
    given = {"query": "x", "kind": "path", "limit": 3, "deep": True, "include": ["a"]}

    accepted = accept(SCHEMA, given)

    assert accepted.values == {**given, "include": ("a",)}
    assert accepted.ignored == ()


def test_unknown_argument_is_dropped_and_named() -> None:
    accepted = accept(SCHEMA, {"query": "x", "colour": "red"})

    assert accepted.values == {"query": "x"}
    assert accepted.ignored == (
        'colour="red": unknown argument; known are deep, include, kind, limit, query, targets',
    )


def test_unknown_value_is_dropped_and_named_with_what_is_allowed() -> None:
    accepted = accept(SCHEMA, {"query": "x", "kind": "files", "include": ["a", "z"]})

    assert accepted.values == {"query": "x", "include": ("a",)}
    assert accepted.ignored == (
        'kind="files": must be one of any, path',
        'include="z": must be one of a, b',
    )


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"limit": "7"}, {"limit": 7}),
        ({"limit": 7.0}, {"limit": 7}),
        ({"limit": -2}, {"limit": 0}),
        ({"deep": "True"}, {"deep": True}),
        ({"targets": "one"}, {"targets": ("one",)}),
        ({"targets": '["one", "two"]'}, {"targets": ("one", "two")}),
        ({"targets": "[broken"}, {"targets": ("[broken",)}),
        ({"kind": None}, {}),
    ],
)
def test_what_models_write_instead_is_understood(
    given: dict[str, Json], kept: dict[str, Json]
) -> None:
    accepted = accept(SCHEMA, {"query": "x", **given})

    assert accepted.values == {"query": "x", **kept}
    assert accepted.ignored == ()


@pytest.mark.parametrize(
    "given",
    [{"limit": "many"}, {"limit": True}, {"limit": [1]}, {"limit": 1e400}, {"deep": "perhaps"}],
)
def test_values_of_another_type_are_named(given: dict[str, Json]) -> None:
    accepted = accept(SCHEMA, {"query": "x", **given})

    assert accepted.values == {"query": "x"}
    assert len(accepted.ignored) == 1


def test_missing_required_argument_is_an_error_that_says_which() -> None:
    with pytest.raises(InvalidArguments, match=r"Missing argument: query .*qurey"):
        accept(SCHEMA, {"qurey": "x"})


def test_required_argument_of_a_wrong_type_is_an_error() -> None:
    with pytest.raises(InvalidArguments, match="Missing argument: query"):
        accept(SCHEMA, {"query": {"nested": 1}})


def test_sizes_are_bounded() -> None:
    accepted = accept(SCHEMA, {"query": "q" * 20_000, "targets": ["t"] * 200})

    assert len(str(accepted.values["query"])) == MAX_TEXT_CHARS
    assert accepted.values["targets"] == ("t",) * MAX_ITEMS
