from typing import Any

import msgspec
import pytest

from chatapp.providers.openai.calls import CallCollector
from chatapp.providers.openai.chunks import CallDelta


def collected(*deltas: dict[str, Any]) -> list[tuple[str, str, Any]]:
    collector = CallCollector()
    for delta in deltas:
        collector.add(msgspec.convert(delta, CallDelta))
    return [(call.call_id, call.name, call.arguments) for call in collector.calls()]


def piece(arguments: Any, name: str | None = None, **place: Any) -> dict[str, Any]:
    return {**place, "function": {"name": name, "arguments": arguments}}


READ_X, READ_Y = '{"path":"x"}', '{"path":"y"}'
BOTH = [("a", "read_file", {"path": "x"}), ("b", "read_file", {"path": "y"})]


@pytest.mark.requirement("P01")
@pytest.mark.parametrize(
    "deltas",
    [
        [piece(READ_X, "read_file", index=0, id="a"), piece(READ_Y, "read_file", index=0, id="b")],
        [piece(READ_X, "read_file", id="a"), piece(READ_Y, "read_file", id="b")],
        [piece("", "read_file", index=0, id="a"), piece('{"path"', index=0),
         piece(':"x"}', index=0), piece("", "read_file", index=1, id="b"),
         piece(READ_Y, index=1)],
        [piece("", "read_file", index=0, id="a"), piece("", "read_file", index=1, id="b"),
         piece('{"path":', index=0), piece('{"path":', index=1), piece('"x"}', index=0),
         piece('"y"}', index=1)],
        [piece('{"path":', "read_file", id="a"), piece('"x"}', id="a"),
         piece('{"path":', "read_file", id="b"), piece('"y"}')],
        [piece("", "read_file", index=0, id="a"), piece('{"path":', None, index=0, id=""),
         piece('"x"}', index=0), piece(READ_Y, "read_file", index=0, id="b")],
        [piece({"path": "x"}, "read_file", id="a"), piece({"path": "y"}, "read_file", id="b")],
        [piece("", "read_file", index=0, id="a"), piece('{"path":', "read_file", index=0, id="a"),
         piece('"x"}', "read_file", index=0, id="a"), piece(READ_Y, "read_file", index=1, id="b")],
    ],
    ids=["same index", "no index", "usual", "interleaved", "id alone", "empty id", "objects",
         "name repeated"],
)  # fmt: skip
def test_two_calls_stay_two_however_they_are_split(deltas: list[dict[str, Any]]) -> None:
    assert collected(*deltas) == BOTH


@pytest.mark.requirement("P01")
def test_whole_calls_without_ids_are_told_apart() -> None:
    calls = collected(piece(READ_X, "read", index=0), piece(READ_Y, "read", index=0))
    assert [arguments for _, _, arguments in calls] == [{"path": "x"}, {"path": "y"}]
    assert len({call_id for call_id, *_ in calls}) == 2


@pytest.mark.requirement("P10")
@pytest.mark.parametrize("arguments", ["", None])
def test_no_arguments_are_an_empty_object(arguments: str | None) -> None:
    assert collected(piece(arguments, "list", index=0, id="a")) == [("a", "list", {})]


def test_a_piece_without_a_function_does_no_harm() -> None:
    assert collected({"index": 0, "id": "a"}) == [("a", "", {})]
