"""Parts survive the store."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatapp.conversation.codec import dump_json, dump_parts, load_json, load_parts, read_part
from chatapp.domain.messages import Part, ProviderState, TextPart, ToolCallPart
from tests.unit.conversation.strategies import parts


@pytest.mark.requirement("P11")
@given(st.lists(parts, max_size=5))
def test_parts_come_back_as_they_went(told: list[Part]) -> None:
    assert load_parts(dump_parts(told)) == tuple(told)


def test_every_kind_of_part_is_tried() -> None:
    for kind in get_args(Part):
        assert kind.__name__ in repr(parts)


@pytest.mark.requirement("H06")
def test_nul_and_half_characters_are_kept_visibly_also_in_arguments() -> None:
    state = ProviderState("p", "m", {"x": "\x00"})
    told = (TextPart("abc\x00def"), ToolCallPart("c", "read", {"k\x00": ["\ud83d\x00"]}, 0))
    text = dump_parts([*told, TextPart("", state)])
    assert "\x00" not in text
    assert "\\u0000" not in text
    first, call, last = load_parts(text)
    assert first == TextPart("abc\u2400def")
    assert call == ToolCallPart("c", "read", {"k\u2400": ["\\ud83d\u2400"]}, 0)
    assert last == TextPart("", ProviderState("p", "m", {"x": "\u2400"}))


def test_an_unknown_kind_of_part_is_an_error() -> None:
    with pytest.raises(KeyError):
        read_part({"type": "picture"})


def test_json_text_is_read_back() -> None:
    assert load_json(dump_json({"a": [1, None, "寻找"]})) == {"a": [1, None, "寻找"]}
