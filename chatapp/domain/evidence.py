"""How tools write evidence into the text that the model reads, and how it is read back.

A block names a place and gives its lines with their numbers::

    <evidence path="chatapp/web/sse.py" lines="12-13" symbol="encode" kind="function">
    12| def encode(event):
    13|     return frame(event)
    </evidence>

Every content line starts with its number and ``| ``, so content can never close or forge a block.
Written by `chatapp.codebase.tools` and `chatapp.knowledge`, read by the extractive provider.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from chatapp.domain.sources import LineRange

_OPEN: Final = re.compile(r'<evidence path="([^"]*)" lines="(\d+)-(\d+)"([^>]*)>')
_ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
_LINE: Final = re.compile(r"\d+\| ?(.*)")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Lines of one file, 1-based; `kind` is e.g. ``function``, ``class``, ``text``."""

    path: str
    lines: LineRange
    content: str
    symbol: str = ""
    kind: str = ""

    def part(self, start: int, end: int) -> "Evidence":
        """The block's lines from `start` up to `end` (from 0, end excluded) as a block."""
        lines = self.content.split("\n")[start:end]
        span = LineRange(self.lines.start + start, self.lines.start + start + len(lines) - 1)
        return replace(self, lines=span, content="\n".join(lines))

    def render(self) -> str:
        """The block as the model reads it."""
        extra = _attributes({"symbol": self.symbol, "kind": self.kind})
        span = f"{self.lines.start}-{self.lines.end}"
        opening = f'<evidence path="{html.escape(self.path)}" lines="{span}"{extra}>'
        numbered = (
            f"{number}| {text}"
            for number, text in enumerate(self.content.split("\n"), self.lines.start)
        )
        return "\n".join([opening, *numbered, "</evidence>"])


def _attributes(values: dict[str, str]) -> str:
    return "".join(f' {name}="{html.escape(text)}"' for name, text in values.items() if text)


def parse_evidence(text: str) -> Iterator[Evidence]:
    """The blocks inside a tool result, in order; anything else in `text` is passed over."""
    lines = iter(text.split("\n"))
    for line in lines:
        opening = _OPEN.fullmatch(line.strip())
        if opening:
            yield _block(opening, lines)


def _block(opening: re.Match[str], lines: Iterator[str]) -> Evidence:
    path, start, end, rest = opening.groups()
    attributes = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(rest)}
    return Evidence(
        path=html.unescape(path),
        lines=LineRange(int(start), int(end)),
        content="\n".join(_content(lines)),
        symbol=attributes.get("symbol", ""),
        kind=attributes.get("kind", ""),
    )


def _content(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if line == "</evidence>":
            return
        numbered = _LINE.fullmatch(line)
        if numbered:
            yield numbered.group(1)
