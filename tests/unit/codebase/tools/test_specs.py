from typing import Literal, NotRequired, TypedDict

import pytest

from chatapp.codebase.tools import specs


class Inner(TypedDict):
    name: str
    score: float


class Outer(TypedDict):
    inner: list[Inner]
    count: int | None
    extra: NotRequired[dict[str, int]]


def tool(
    desk: object,
    query: str,
    kind: Literal["any", "path"] = "any",
    targets: list[str] | None = None,
    limit: int = 10,
    path: str = "",
) -> None:
    """Find things.

    Second paragraph
    over two lines.

    Args:
        desk: Set by the server.
        query: What to find,
            over two lines.
        kind: How.
        targets: Where.
        limit: How many.
        path: Only here.
    """


def test_schema_follows_the_signature_and_leaves_the_desk_out() -> None:
    schema = specs.parameters_of(tool)

    assert schema["required"] == ["query"]
    assert schema["properties"] == {
        "query": {"type": "string", "description": "What to find, over two lines."},
        "kind": {
            "type": "string",
            "enum": ["any", "path"],
            "description": "How.",
            "default": "any",
        },
        "targets": {"type": "array", "items": {"type": "string"}, "description": "Where."},
        "limit": {"type": "integer", "description": "How many.", "default": 10},
        "path": {"type": "string", "description": "Only here."},
    }


def test_published_schema_names_the_words_without_refusing_others() -> None:
    properties = specs.published(specs.parameters_of(tool))["properties"]

    assert isinstance(properties, dict)
    assert properties["kind"] == {
        "type": "string",
        "description": "How. One of: any, path.",
        "default": "any",
    }


def test_purpose_is_the_docstring_before_its_sections() -> None:
    assert specs.purpose_of(tool) == "Find things.\n\nSecond paragraph over two lines."


def test_typed_dictionaries_become_object_schemas() -> None:
    schema = specs.schema_of(Outer)

    assert schema["required"] == ["count", "inner"]
    assert schema["properties"] == {
        "inner": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "score": {"type": "number"}},
                "required": ["name", "score"],
            },
        },
        "count": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "extra": {"type": "object", "additionalProperties": {"type": "integer"}},
    }


def test_joined_schema_has_the_properties_of_both() -> None:
    joined = specs.joined(specs.schema_of(Inner), specs.schema_of(Outer))

    assert joined["required"] == ["name", "score", "count", "inner"]


def test_an_annotation_without_a_schema_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="no JSON schema for"):
        specs.schema_of(object)
