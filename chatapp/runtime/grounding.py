"""The pre-read of the page a person is looking at, before the model is asked.

The reads go through the same execution gate as the model's calls, so nothing is read that the
caller may not see. Used by the agent (`run_grounding`), and by `chatapp.runtime.suggestions` with
the same plan, so that what a page means can never differ between the two.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from chatapp.domain.ask import PageContext
from chatapp.domain.events import ToolFinished, ToolStarted
from chatapp.domain.ids import new_id
from chatapp.domain.json import JsonObject
from chatapp.domain.messages import Message, Origin, ToolCallPart
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.output import dumps
from chatapp.runtime.toolbox import Toolbox

_TARGETED: Final = {
    "file": "get_context",
    "symbol": "get_context",
    "module": "get_context",
    "folder": "get_context",
    "risk": "get_risk",
}
_WHOLE: Final = {
    "overview": "get_overview",
    "repository": "get_overview",
    "dead_code": "get_dead_code",
    "decisions": "get_why",
}


@dataclass(frozen=True, slots=True)
class PlannedRead:
    """One read of a tool, decided by the server."""

    name: str
    arguments: JsonObject


def plan_grounding(
    page: PageContext | None, offered: Collection[str], history: Sequence[Message] = ()
) -> tuple[PlannedRead, ...]:
    """The reads that show what the page shows; none that is not offered or was done before."""
    read = _read(page) if page else None
    if read is None or read.name not in offered or _key(read) in _done(history):
        return ()
    return (read,)


def _read(page: PageContext) -> PlannedRead | None:
    kind = page.target_kind if page.target_kind in _TARGETED else page.kind
    if kind in _WHOLE:
        return PlannedRead(_WHOLE[kind], {})
    if kind in _TARGETED and page.target:
        return PlannedRead(_TARGETED[kind], {"targets": [page.target]})
    return None


def _key(read: PlannedRead) -> str:
    return f"{read.name} {dumps(read.arguments)}"


def _done(history: Sequence[Message]) -> set[str]:
    parts = (part for message in history for part in message.parts)
    return {
        f"{part.name} {dumps(part.arguments)}" for part in parts if isinstance(part, ToolCallPart)
    }


def run_grounding(
    reads: Sequence[PlannedRead], toolbox: Toolbox, deadline: Deadline
) -> Iterator[ToolStarted | ToolFinished]:
    """Carry out the reads one after the other, told as tool events of origin ``grounding``."""
    for read in reads:
        call_id = f"ground_{new_id()}"
        yield ToolStarted(call_id, read.name, read.arguments, Origin.GROUNDING)
        outcome = deadline.within(partial(toolbox.execute, read.name, read.arguments))
        yield outcome.finished(call_id, read.name)
