import pytest

from chatapp.domain.errors import InvalidArguments
from chatapp.domain.tools import ToolSpec
from chatapp.runtime.arguments import Trusted, check, scoped

SPEC = ToolSpec(
    "find",
    "Find.",
    {
        "type": "object",
        "properties": {"targets": {"type": "array", "items": {"type": "string"}}},
        "additionalProperties": False,
    },
)


def test_the_message_names_the_place_inside_the_arguments() -> None:
    with pytest.raises(InvalidArguments, match=r"find: `targets\.1`: 7 is not of type 'string'"):
        check(SPEC, {"targets": ["a", 7]})


def test_a_tool_without_arguments_says_so() -> None:
    bare = ToolSpec("now", "Now.", {"type": "object", "additionalProperties": False})
    with pytest.raises(InvalidArguments, match="It takes no arguments"):
        check(bare, {"x": 1})


def test_untrusted_arguments_stay() -> None:
    assert scoped(SPEC, {"targets": ["a"]}, {"repo": Trusted("mine")}) == {"targets": ["a"]}
