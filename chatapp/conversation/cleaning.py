"""Events made fit for the store before anybody sees them: readers see what is kept (case H06)."""

from dataclasses import replace
from typing import cast

from chatapp.domain.events import Artifact, ToolFinished, ToolStarted, TurnEvent
from chatapp.domain.json import JsonObject, storable, storable_text
from chatapp.domain.stream import ReasoningDelta, TextDelta


def clean(event: TurnEvent) -> TurnEvent:
    """The event without NUL and lone surrogates; the same object when there are none in a delta."""
    match event:
        case TextDelta(text) | ReasoningDelta(text):
            # Nearly every delta is plain: the check costs a tenth of the cleaning.
            if text.isascii() and "\x00" not in text:
                return event
            return type(event)(storable_text(text))
        case ToolStarted():
            return replace(event, arguments=cast("JsonObject", storable(event.arguments)))
        case ToolFinished():
            return replace(
                event,
                content=storable_text(event.content),
                summary=storable_text(event.summary),
                artifact=event.artifact and _clean_artifact(event.artifact),
            )
        case _:
            return event


def _clean_artifact(artifact: Artifact) -> Artifact:
    return Artifact(artifact.artifact_id, artifact.type, storable(artifact.data))
