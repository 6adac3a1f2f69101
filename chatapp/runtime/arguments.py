"""Checks of the arguments a model gave: the tool's schema, and the values it may not choose.

Pure; used by `chatapp.runtime.toolbox` alone. After `scoped`, trusted arguments are the server's.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from chatapp.domain.errors import Forbidden, InvalidArguments
from chatapp.domain.json import Json, JsonObject
from chatapp.domain.tools import ToolSpec


@dataclass(frozen=True, slots=True)
class Trusted:
    """A value that only the server sets.

    Attributes:
        is_strict: Whether another value from the model is refused (a tenant) or only replaced
            (the repository, which models like to guess).
    """

    value: Json
    is_strict: bool = False


def scoped(
    spec: ToolSpec, arguments: Mapping[str, Json], trusted: Mapping[str, Trusted]
) -> dict[str, Json]:
    """`arguments` with every trusted one set by the server, or gone where the tool takes none.

    Raises:
        Forbidden: the model named another tenant or person.
    """
    chosen = {name: value for name, value in arguments.items() if name not in trusted}
    for name, ours in trusted.items():
        given = arguments.get(name)
        if ours.is_strict and given not in (None, ours.value):
            raise Forbidden(f"`{name}` is set by the server and cannot be chosen; leave it out.")
        if name in _properties(spec):
            chosen[name] = ours.value
    return chosen


def _properties(spec: ToolSpec) -> JsonObject:
    properties = spec.parameters.get("properties", {})
    return properties if isinstance(properties, Mapping) else {}


def check(spec: ToolSpec, arguments: Mapping[str, Json]) -> None:
    """Let arguments that fit the schema pass.

    Raises:
        InvalidArguments: they do not; the message says where, what and what the tool takes.
    """
    problem = best_match(Draft202012Validator(dict(spec.parameters)).iter_errors(dict(arguments)))
    if problem is not None:
        raise InvalidArguments(f"{spec.name}: {_where(problem)}{problem.message}. {_takes(spec)}")


def _where(problem: ValidationError) -> str:
    path = ".".join(str(step) for step in problem.absolute_path)
    return f"`{path}`: " if path else ""


def _takes(spec: ToolSpec) -> str:
    names = ", ".join(f"`{name}`" for name in _properties(spec))
    return f"It takes {names}." if names else "It takes no arguments."
