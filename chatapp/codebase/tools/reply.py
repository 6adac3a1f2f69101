"""What a tool function gives back, and how it becomes a `ToolResult`.

A tool collects blocks of text and the panel's data. Here the head that every result has (indexed
commit, whether HEAD moved, ignored arguments) is put before them and the budget is kept.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict, cast

from chatapp.codebase.text import cut_line
from chatapp.codebase.tools.budget import Block, Reference, fit
from chatapp.codebase.tools.desk import Desk
from chatapp.domain.evidence import Evidence
from chatapp.domain.json import Json, storable
from chatapp.domain.sources import LineRange
from chatapp.domain.tools import ToolResult

SHORT_HASH: Final = 12


class ReferenceData(TypedDict):
    """A call that fetches what was left out."""

    tool: str
    arguments: dict[str, str | int | list[str]]
    what: str


class Head(TypedDict):
    """What the data of every artifact begins with.

    ``more`` lists calls that fetch what the text left out; ``ignored_arguments`` says what was
    wrong with arguments that were dropped.
    """

    repository: str
    commit: str
    head_commit: str | None
    has_moved: bool
    ignored_arguments: list[str]
    more: list[ReferenceData]


class Place(TypedDict):
    """A range of lines, 1-based and inclusive."""

    path: str
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Reply:
    """A tool's findings.

    Attributes:
        data: The panel's data without the head (a TypedDict of the tool's module).
        more: Calls that fetch what the tool itself did not put into blocks.
    """

    summary: str
    blocks: tuple[Block, ...]
    data: Mapping[str, Any]
    more: tuple[Reference, ...] = field(default=())


def text(line: str, reference: Reference | None = None) -> Block:
    """A heading or a short list between evidence."""
    return Block(line, reference=reference)


def evidence(
    desk: Desk,
    place: tuple[str, LineRange],
    lines: Iterable[str],
    *,
    symbol: str = "",
    kind: str = "",
) -> Block:
    """Quoted lines of one place; long ones are cut, and a call fetches the block if it is."""
    path, span = place
    shown = [cut_line(line) for line in lines]
    if not shown:
        return text(f"{path} is empty.")
    content = "\n".join(shown)
    block = Evidence(path, span, content, symbol=symbol, kind=kind).render()
    arguments = {"targets": [f"{path}:{span}"], "include": ["full_doc"]}
    reference = Reference("get_context", arguments, f"{path}:{span}")
    return Block(block, desk.source(path, span, symbol), reference)


_READ: Final = re.compile(rf"Repository .+, indexed commit ([0-9a-f]{{{SHORT_HASH}}})\.")


def result(desk: Desk, reply: Reply, ignored: tuple[str, ...]) -> ToolResult:
    """The reply with its head, within the budget."""
    head = Block("\n".join([_state(desk), *_ignored(ignored)]))
    more = tuple(text(f"More: {reference}") for reference in reply.more)
    fitted = fit((head, *reply.blocks, *more))
    data = {**_head(desk, ignored, (*fitted.cut, *reply.more)), **reply.data}
    content = cast(str, storable(fitted.text))
    return ToolResult(content, reply.summary, storable(cast(Json, data)), fitted.sources)


def _state(desk: Desk) -> str:
    line = f"Repository {desk.repository.name}, indexed commit {desk.commit[:SHORT_HASH]}."
    if not has_moved(desk):
        return line
    head = (desk.repository.head_commit or "")[:SHORT_HASH]
    return f"{line} HEAD has moved to {head}: newer changes are not in this result."


def commit_read(content: str) -> str:
    """The short id of the commit that a tool's stored reply was made from; "" if it tells none."""
    match = _READ.match(content)
    return match[1] if match else ""


def has_moved(desk: Desk) -> bool:
    """Whether the branch is no longer where the open index is."""
    return desk.repository.head_commit not in (None, desk.commit)


def _ignored(ignored: tuple[str, ...]) -> list[str]:
    return [f"Ignored arguments: {'; '.join(ignored)}"] if ignored else []


def _head(desk: Desk, ignored: tuple[str, ...], more: tuple[Reference, ...]) -> Head:
    return {
        "repository": desk.repository.name,
        "commit": desk.commit,
        "head_commit": desk.repository.head_commit,
        "has_moved": has_moved(desk),
        "ignored_arguments": list(ignored),
        "more": [cast(ReferenceData, reference.as_json()) for reference in more],
    }
