"""What a model sent, made into arguments that fit: the rest is dropped and named.

A wrong value must never quietly match nothing: it is left out, its default is used, and the
reply says so (`ignored_arguments`). Only a missing required argument is an error. Called by
`chatapp.codebase.tools.registry` for every call, whichever surface it came through.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.domain.errors import InvalidArguments
from chatapp.domain.json import Json, JsonObject

MAX_TEXT_CHARS: Final = 10_000
MAX_ITEMS: Final = 50
MAX_SHOWN_CHARS: Final = 60


@dataclass(frozen=True, slots=True)
class Accepted:
    """Arguments to call with, and what was left out, each as ``name=value: why``."""

    values: dict[str, object]
    ignored: tuple[str, ...]


class _Misfit(Exception):
    """Why a value cannot be used."""


def accept(schema: JsonObject, given: Mapping[str, Json]) -> Accepted:
    """Keep what fits `schema`, name what does not.

    Raises:
        InvalidArguments: a required argument is missing or cannot be used.
    """
    properties = _mapping(schema["properties"])
    values: dict[str, object] = {}
    ignored: list[str] = []
    for name, value in given.items():
        if name not in properties:
            known = ", ".join(sorted(properties)) or "none"
            ignored.append(f"{_shown(name, value)}: unknown argument; known are {known}")
            continue
        _take(name, value, _mapping(properties[name]), values, ignored)
    _check_required(schema, values, ignored)
    return Accepted(values, tuple(ignored))


def _take(
    name: str,
    value: Json,
    schema: JsonObject,
    values: dict[str, object],
    ignored: list[str],
) -> None:
    if value is None:
        return
    try:
        values[name] = _fitted(value, schema, name, ignored)
    except _Misfit as misfit:
        ignored.append(f"{_shown(name, value)}: {misfit}")


def _check_required(schema: JsonObject, values: dict[str, object], ignored: list[str]) -> None:
    required = schema["required"]
    missing = [str(name) for name in _items(required) if name not in values]
    if missing:
        reason = f" ({'; '.join(ignored)})" if ignored else ""
        raise InvalidArguments(f"Missing argument: {', '.join(missing)}{reason}. Give it again.")


def _fitted(value: Json, schema: JsonObject, name: str, ignored: list[str]) -> object:
    match schema["type"]:
        case "string":
            return _text(value, schema)
        case "integer":
            return _whole(value)
        case "boolean":
            return _flag(value)
        case _:
            return _list(value, _mapping(schema["items"]), name, ignored)


def _text(value: Json, schema: JsonObject) -> str:
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise _Misfit("must be text")
    text = str(value)[:MAX_TEXT_CHARS]
    allowed = _items(schema.get("enum", ()))
    if allowed and text not in allowed:
        raise _Misfit(f"must be one of {', '.join(map(str, allowed))}")
    return text


def _whole(value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _Misfit("must be a whole number")
    try:
        return max(0, int(value))
    except (ValueError, OverflowError):
        raise _Misfit("must be a whole number") from None


def _flag(value: Json) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).lower()
    if word not in ("true", "false"):
        raise _Misfit("must be true or false")
    return word == "true"


def _list(value: Json, schema: JsonObject, name: str, ignored: list[str]) -> tuple[object, ...]:
    kept: list[object] = []
    for item in _as_list(value)[:MAX_ITEMS]:
        try:
            kept.append(_text(item, schema))
        except _Misfit as misfit:
            ignored.append(f"{_shown(name, item)}: {misfit}")
    return tuple(kept)


def _as_list(value: Json) -> Sequence[Json]:
    """Models write a lone string, or a JSON list inside a string, where a list belongs."""
    if not isinstance(value, str):
        return value if isinstance(value, Sequence) else [value]
    if value.lstrip().startswith("["):
        try:
            parsed = json.loads(value)
        except ValueError:
            return [value]
        return parsed if isinstance(parsed, list) else [value]
    return [value]


def _mapping(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _items(value: Json) -> Sequence[Json]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _shown(name: str, value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"{name[:MAX_SHOWN_CHARS]}={text[:MAX_SHOWN_CHARS]}"
