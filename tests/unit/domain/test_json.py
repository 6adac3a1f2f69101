import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatapp.domain.json import Json, storable

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@pytest.mark.requirement("H06")
@given(JSON)
def test_storable_json_has_no_nul_and_is_valid_utf8(value: Json) -> None:
    encoded = json.dumps(storable(value), ensure_ascii=False)
    assert "\\u0000" not in encoded
    encoded.encode("utf-8")


def test_nul_is_shown_and_everything_else_kept() -> None:
    value = {"a\x00": ["abc\x00def", 1, None, True, 2.5]}
    assert storable(value) == {"a\u2400": ["abc\u2400def", 1, None, True, 2.5]}


def test_an_undecodable_byte_becomes_a_visible_escape() -> None:
    name = b"caf\xe9.txt".decode("utf-8", "surrogateescape")
    assert storable(name) == "caf\\udce9.txt"
