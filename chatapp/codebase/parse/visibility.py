"""The rules by which languages make a name visible outside; each is a `Visibility`."""

import re
from typing import Final

_PRIVATE: Final = re.compile(r"\b(private|fileprivate|internal|protected)\b")
_PUBLIC: Final = re.compile(r"\b(public|protected)\b")
_BODILESS: Final = re.compile(r"\)[^)]*;$")
_STATIC: Final = re.compile(r"^\s*static\b")


def unless_underscored(name: str, header: str, *, is_parent_exported: bool | None) -> bool:
    """Python: no leading underscore, except ``__special__`` names."""
    del header
    is_special = name.startswith("__") and name.endswith("__")
    return is_parent_exported is not False and (is_special or not name.startswith("_"))


def if_exported(name: str, header: str, *, is_parent_exported: bool | None) -> bool:
    """JavaScript and TypeScript: behind ``export``, or a member of what is, unless private."""
    if _PRIVATE.search(header) or name.startswith(("#", "_")):
        return False
    return header.lstrip().startswith("export") or is_parent_exported is True


def if_capital(name: str, header: str, *, is_parent_exported: bool | None) -> bool:
    """Go: an upper-case first letter."""
    del header, is_parent_exported
    return name[:1].isupper()


def if_public(name: str, header: str, *, is_parent_exported: bool | None) -> bool:
    """Java and C#: ``public`` or ``protected``, or a member of an interface."""
    del name
    is_bodiless = is_parent_exported is True and _BODILESS.search(header) is not None
    return _PUBLIC.search(header) is not None or is_bodiless


def unless_private(name: str, header: str, *, is_parent_exported: bool | None) -> bool:
    """Kotlin, Scala, Swift, PHP, C++, Ruby: visible unless it says otherwise."""
    is_marked = _PRIVATE.search(header) is not None or name.startswith("_")
    return is_parent_exported is not False and not is_marked


def if_pub(name: str, header: str, *, is_parent_exported: bool | None) -> bool:
    """Rust: ``pub`` in front."""
    del name, is_parent_exported
    return re.search(r"\bpub\b", header) is not None


def unless_static(name: str, header: str, *, is_parent_exported: bool | None) -> bool:
    """C: every name is linked across files unless ``static``."""
    del name, is_parent_exported
    return _STATIC.search(header) is None
