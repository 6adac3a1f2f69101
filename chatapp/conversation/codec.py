"""Parts of messages as JSON text for the store, and back.

Tried both ways with generated values. Everything that enters the store passes `storable` here, so
that NUL and lone surrogates are kept alike on every database (case H06). Called by whoever writes
or reads a message row, and by the export.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, Final

import orjson

from chatapp.domain.json import Json, JsonObject, storable
from chatapp.domain.messages import (
    Origin,
    Part,
    ProviderState,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

_KINDS: Final[Mapping[str, type[Part]]] = {
    "text": TextPart,
    "reasoning": ReasoningPart,
    "tool_call": ToolCallPart,
    "tool_result": ToolResultPart,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def dump_json(value: Json) -> str:
    """JSON text that every database takes."""
    return orjson.dumps(storable(value)).decode()


def load_json(text: str) -> Any:
    """The value of JSON text that `dump_json` wrote."""
    return orjson.loads(text)


def dump_parts(parts: Iterable[Part]) -> str:
    """Parts as the text of a `parts` column."""
    return dump_json([part_object(part) for part in parts])


def load_parts(text: str) -> tuple[Part, ...]:
    """The parts of a `parts` column."""
    return tuple(read_part(item) for item in load_json(text))


def part_object(part: Part) -> JsonObject:
    """One part as a JSON object; fields that are None are left out."""
    fields = {name: value for name, value in asdict(part).items() if value is not None}
    return {"type": _NAMES[type(part)], **fields}


def read_part(item: Mapping[str, Any]) -> Part:
    """The part of an object that `part_object` made.

    Raises:
        KeyError, TypeError, ValueError: it is not such an object.
    """
    fields = {name: value for name, value in item.items() if name != "type"}
    if fields.get("provider_state") is not None:
        fields["provider_state"] = ProviderState(**fields["provider_state"])
    if "origin" in fields:
        fields["origin"] = Origin(fields["origin"])
    return _KINDS[item["type"]](**fields)
