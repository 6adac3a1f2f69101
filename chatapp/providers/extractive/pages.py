"""The pages that `get_context` writes: their outline and links, read back from the text.

The counterpart of `chatapp.codebase.tools.prose`; a line it does not know is passed over.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.providers.extractive.lines import defined_name

_TITLE: Final = re.compile(r"^## (.+) \((\S+):(\d+)-(\d+), [^)]*\)$")
_OUTLINE: Final = re.compile(r"^((?:  )*)- (\d+)-(\d+) (\w+) (.+)$")
_LINKS: Final = re.compile(r"^(Used by|Uses): (.+)$")
_LINK: Final = re.compile(r"([^\s;]+):(\d+)(?: ([^\s;(]+))?( \(possible\))?(?:;|$)")


@dataclass(frozen=True, slots=True)
class Definition:
    """A line of an outline; `name` is qualified by the definitions around it."""

    path: str
    name: str
    start: int
    end: int
    kind: str
    signature: str


@dataclass(frozen=True, slots=True)
class Link:
    """The other side of a call: the line, and the definition it is in or that it names.

    Attributes:
        is_possible: Only the name agrees; it may be another thing of that name.
    """

    path: str
    line: int
    symbol: str
    is_possible: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One target of a `get_context` call."""

    title: str
    path: str
    outline: tuple[Definition, ...]
    used_by: tuple[Link, ...]
    uses: tuple[Link, ...]

    @property
    def is_file(self) -> bool:
        """Whether the page is about a whole file."""
        return self.title == self.path


def pages(content: str) -> list[Page]:
    """The pages of one result, in order."""
    found: list[tuple[re.Match[str], list[str]]] = []
    for line in content.split("\n"):
        title = _TITLE.match(line)
        if title:
            found.append((title, []))
        elif found:
            found[-1][1].append(line)
    return [_page(title, lines) for title, lines in found]


def _page(title: re.Match[str], lines: Sequence[str]) -> Page:
    name, path = title.group(1), title.group(2)
    return Page(
        name,
        path,
        tuple(_definitions(path, lines)),
        tuple(_links("Used by", lines)),
        tuple(_links("Uses", lines)),
    )


def _definitions(path: str, lines: Sequence[str]) -> Iterator[Definition]:
    around: list[str] = []
    for line in lines:
        found = _OUTLINE.match(line)
        if found is None:
            continue
        indent, start, end, kind, signature = found.groups()
        depth = len(indent) // 2
        name = defined_name(signature)
        around = [*around[:depth], name]
        if name:
            yield Definition(path, ".".join(around), int(start), int(end), kind, signature)


def _links(title: str, lines: Sequence[str]) -> Iterator[Link]:
    for line in lines:
        found = _LINKS.match(line)
        if found and found.group(1) == title:
            for path, number, symbol, possible in _LINK.findall(found.group(2)):
                yield Link(path, int(number), symbol, bool(possible))


def not_found(content: str) -> Iterator[list[str]]:
    """For each target that was not there, what may have been meant."""
    for line in content.split("\n"):
        if line.startswith("Not found: ") and " Similar: " in line:
            yield line.rpartition(" Similar: ")[2].rstrip(".").split(", ")
