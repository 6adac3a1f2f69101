"""JSON schemas of tools, derived from Python signatures and Google docstrings.

One function is the only source for the chat, the MCP server and the documents: its annotations
give the types, its defaults the optional arguments, its ``Args:`` the descriptions. Called by
`chatapp.codebase.tools.registry`. It is not a validator: `arguments` is.
"""

import builtins
import functools
import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, get_args, get_origin, get_type_hints, is_typeddict

from chatapp.domain.json import Json, JsonObject

_SCALARS: Final[dict[object, str]] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}
_SECTION: Final = re.compile(r"^(Args|Returns|Raises|Artifact):\s*$", re.MULTILINE)
_ARGUMENT: Final = re.compile(r"^    (\w+): (.*(?:\n {8,}.*)*)", re.MULTILINE)


@functools.cache
def parameters_of(function: Callable[..., object]) -> JsonObject:
    """The JSON schema of everything after the first parameter (the desk, set by the server)."""
    hints = get_type_hints(function)
    described = argument_docs(function)
    properties: dict[str, Json] = {}
    required: list[str] = []
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        schema = dict(schema_of(_required_type(hints[parameter.name])))
        schema["description"] = described.get(parameter.name, "")
        if parameter.default is inspect.Parameter.empty:
            required.append(parameter.name)
        else:
            schema |= _default(parameter.default)
        properties[parameter.name] = schema
    return {"type": "object", "properties": properties, "required": required}


def schema_of(hint: Any) -> JsonObject:
    """The JSON schema of one annotation: scalars, literals, lists, options, typed dictionaries.

    Raises:
        TypeError: the annotation has no schema.
    """
    if hint in _SCALARS:
        return {"type": _SCALARS[hint]}
    if is_typeddict(hint):
        return _object_schema(hint)
    return _generic_schema(hint)


def _generic_schema(hint: Any) -> JsonObject:
    arguments = get_args(hint)
    match get_origin(hint):
        case typing.Literal:
            return {"type": "string", "enum": list(arguments)}
        case builtins.list | builtins.tuple:
            return {"type": "array", "items": schema_of(arguments[0])}
        case builtins.dict:
            return {"type": "object", "additionalProperties": schema_of(arguments[1])}
        case typing.Union | types.UnionType:
            return {"anyOf": [schema_of(option) for option in arguments]}
        case _:
            raise TypeError(f"no JSON schema for {hint!r}")


def _object_schema(hint: Any) -> JsonObject:
    properties = {name: schema_of(item) for name, item in get_type_hints(hint).items()}
    required = sorted(hint.__required_keys__)
    return {"type": "object", "properties": properties, "required": required}


def joined(first: JsonObject, second: JsonObject) -> JsonObject:
    """One object schema with the properties of both."""
    properties = {**_object(first["properties"]), **_object(second["properties"])}
    required = [*_list(first["required"]), *_list(second["required"])]
    return {"type": "object", "properties": properties, "required": required}


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _list(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list) else ()


def purpose_of(function: Callable[..., object]) -> str:
    """The docstring up to its first section, as one paragraph per blank line."""
    text = _SECTION.split(inspect.getdoc(function) or "", maxsplit=1)[0]
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def argument_docs(function: Callable[..., object]) -> dict[str, str]:
    """What the ``Args:`` section says of each argument."""
    parts = _SECTION.split(inspect.getdoc(function) or "")
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    found = _ARGUMENT.findall(sections.get("Args", ""))
    return {name: " ".join(text.split()) for name, text in found}


def _required_type(hint: Any) -> Any:
    """``X | None`` only says that the argument may be left out."""
    options = [option for option in get_args(hint) if option is not type(None)]
    is_option = get_origin(hint) is types.UnionType and len(options) == 1
    return options[0] if is_option else hint


def _default(value: object) -> dict[str, Json]:
    return {"default": value} if isinstance(value, str | int) and value != "" else {}


def published(schema: JsonObject) -> JsonObject:
    """The schema as models see it: closed sets of words stand in the descriptions.

    The execution gate validates against what is published, and would refuse an unknown word;
    here it is dropped and named instead (`arguments.accept`).
    """
    properties = schema["properties"]
    if not isinstance(properties, Mapping):
        return schema
    opened = {name: _open(item) for name, item in properties.items() if isinstance(item, Mapping)}
    return {**schema, "properties": opened}


def _open(schema: JsonObject) -> JsonObject:
    items = schema.get("items")
    inner = items if isinstance(items, Mapping) else schema
    words = inner.get("enum")
    if not isinstance(words, Sequence):
        return schema
    plain = {name: value for name, value in schema.items() if name != "enum"}
    if inner is items:
        plain["items"] = {"type": "string"}
    listed = ", ".join(map(str, words))
    return {**plain, "description": f"{schema['description']} One of: {listed}."}
