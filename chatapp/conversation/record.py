"""What is kept of a turn: its events folded into parts, artifacts and what stands beside them.

Folding is pure, so the same events give the same record in the worker that ran the turn and in the
one that mends it after a crash.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from chatapp.domain.events import (
    Artifact,
    Step,
    Suggestions,
    ToolCandidates,
    ToolFinished,
    Truncated,
    TurnEvent,
)
from chatapp.domain.json import Json
from chatapp.domain.messages import Part, TextPart
from chatapp.domain.stream import Notice, Usage
from chatapp.runtime.transcript import Transcript

FINISHED = "finished"
"""The phase of the agent's last `Step`, whose detail is the stop reason."""


@dataclass(slots=True)
class TurnRecord:
    """One assistant message as it will be stored.

    Attributes:
        extras: Events that leave no part but belong to a replay: candidates, notices, suggestions,
            truncation.
    """

    parts: tuple[Part, ...] = ()
    artifacts: list[Artifact] = field(default_factory=list)
    extras: dict[str, Json] = field(default_factory=dict)
    stop_reason: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    is_estimate: bool = False

    @property
    def text(self) -> str:
        """All visible prose."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))


def fold(events: Iterable[TurnEvent]) -> TurnRecord:
    """The record of a turn that told these events."""
    record, transcript = TurnRecord(), Transcript()
    notices: list[Json] = []
    for event in events:
        transcript.add(event)
        _note(record, event)
        if isinstance(event, Notice):
            notices.append([event.code, event.detail])
    if notices:
        record.extras["notices"] = notices
    record.parts = transcript.parts
    return record


def _note(record: TurnRecord, event: TurnEvent) -> None:
    match event:
        case ToolFinished(artifact=Artifact() as artifact):
            record.artifacts.append(artifact)
        case ToolCandidates(tools):
            record.extras["candidates"] = tools
        case Suggestions(suggestions):
            record.extras["suggestions"] = suggestions
        case Truncated(loops):
            record.extras["truncated"] = loops
        case Step(phase, detail) if phase == FINISHED:
            record.stop_reason = detail
        case Usage():
            record.input_tokens += event.input_tokens
            record.output_tokens += event.output_tokens
            record.is_estimate |= event.is_estimate
