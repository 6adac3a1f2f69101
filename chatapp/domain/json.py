"""The type of JSON values, and the one rule for text that enters the store."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
JsonObject: TypeAlias = Mapping[str, Json]

NUL_PICTURE = "\u2400"


def storable(value: Json) -> Json:
    """`value` with NUL shown as U+2400 and lone surrogates escaped, in every string and key.

    PostgreSQL refuses NUL in text and JSON, SQLite does not: the same rule for all of them keeps
    a turn from being lost on one database and kept on another (case H06).
    """
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, Mapping):
        return {storable_text(str(key)): storable(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [storable(item) for item in value]
    return value


def storable_text(text: str) -> str:
    """The text with NUL as U+2400 and undecodable bytes as visible escapes: always valid UTF-8."""
    visible = text.replace("\x00", NUL_PICTURE)
    return visible.encode("utf-8", "backslashreplace").decode("utf-8")
