"""The uses of names in a file, each attributed to the definition around it.

Repeated uses within one definition are one `Use` with a count. What belongs to the language or to
a test framework itself is left out: in a large repository that is every third call.
"""

import re
from typing import Final

from tree_sitter import Node

from chatapp.codebase.parse.model import Use
from chatapp.codebase.parse.nesting import Owners
from chatapp.codebase.parse.syntax import Findings, text_of

MAX_QUALIFIER: Final = 80
UNKNOWN: Final = "?"
"""The qualifier of a use on an object that is no plain name, such as a call's result."""

_ASSERTION: Final = re.compile(r"assert[A-Z]\w*$")
_PLAIN: Final = re.compile(r"[\w.:$@>-]+")
_JOINTS: Final = re.compile(r"::|->|\.")


def uses_of(
    findings: Findings, source: bytes, owners: Owners, ignored: frozenset[str]
) -> tuple[Use, ...]:
    """The uses, by line; bare names in `ignored` are left out."""
    counts: dict[tuple[int | None, str, str, str], list[int]] = {}
    for node, kind, qualifier in findings.uses:
        name = text_of(node, source)
        if (qualifier is None and name in ignored) or _ASSERTION.match(name):
            continue
        owner = owners.at(node.start_byte)
        key = (owner.ordinal if owner else None, name, _qualifier(qualifier, source), kind)
        line = node.start_point.row + 1
        found = counts.setdefault(key, [line, 0])
        found[0] = min(found[0], line)
        found[1] += 1
    uses = [
        Use(line, name, qualifier, kind, ordinal, times)
        for (ordinal, name, qualifier, kind), (line, times) in counts.items()
    ]
    return tuple(sorted(uses, key=_use_order))


def _use_order(use: Use) -> tuple[int, str, str, str, int]:
    return (use.line, use.name, use.qualifier, use.kind, -1 if use.source is None else use.source)


def _qualifier(node: Node | None, source: bytes) -> str:
    if node is None:
        return ""
    if node.end_byte - node.start_byte > MAX_QUALIFIER:
        return UNKNOWN
    text = text_of(node, source).replace("super()", "super")
    return _JOINTS.sub(".", text).removeprefix("$") if _PLAIN.fullmatch(text) else UNKNOWN
