"""How one setting is declared and how its text becomes a value; the table is in `settings`.

Every parser raises `ValueError` with what would be right, e.g. ``must be a whole number from …``.
"""

import ipaddress
import re
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import Final, TypeVar, cast

T = TypeVar("T")

TRUE_WORDS: Final = frozenset({"1", "true", "yes", "on"})
_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
FALSE_WORDS: Final = frozenset({"0", "false", "no", "off"})


def setting(env: str, default: str, parse: Callable[[str], T], doc: str) -> T:
    """Declare one setting: its variable, its default as text, its parser and its meaning."""
    metadata = {"env": env, "default": default, "parse": parse, "doc": doc}
    return cast(T, field(metadata=metadata))


def text(raw: str) -> str:
    """Any text, as it is."""
    return raw


def flag(raw: str) -> bool:
    """Yes or no."""
    word = raw.strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise ValueError("must be one of: on, off, true, false, yes, no, 1, 0")


def whole(low: int, high: int) -> Callable[[str], int]:
    """A whole number between `low` and `high`, inclusive."""

    def parse(raw: str) -> int:
        if not _WHOLE.fullmatch(raw.strip()) or not low <= int(raw) <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return int(raw)

    return parse


def one_of(*words: str) -> Callable[[str], str]:
    """One word of a closed list."""

    def parse(raw: str) -> str:
        if raw not in words:
            raise ValueError(f"must be one of: {', '.join(words)}")
        return raw

    return parse


def url(*schemes: str) -> Callable[[str], str]:
    """A URL of one of the schemes, or nothing."""

    def parse(raw: str) -> str:
        scheme, separator, _ = raw.partition("://")
        if raw and (not separator or scheme.partition("+")[0] not in schemes):
            raise ValueError(f"must begin with one of: {', '.join(f'{it}://' for it in schemes)}")
        return raw

    return parse


def folder(raw: str) -> Path:
    """A folder, made absolute."""
    return Path(raw).expanduser().absolute()


def words(raw: str) -> tuple[str, ...]:
    """Words separated by commas or spaces."""
    return tuple(raw.replace(",", " ").split())


def networks(raw: str) -> tuple[str, ...]:
    """Addresses or CIDR blocks, separated by commas or spaces."""
    for word in words(raw):
        try:
            ipaddress.ip_network(word, strict=False)
        except ValueError:
            raise ValueError(
                f"has {word!r}, which is no address or network like 10.0.0.0/8"
            ) from None
    return words(raw)


def folders(raw: str) -> tuple[Path, ...]:
    """Folders separated by colons."""
    return tuple(folder(part) for part in raw.split(":") if part)
