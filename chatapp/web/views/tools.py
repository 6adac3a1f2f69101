"""Tool cards: one call, what it was given and what came of it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from chatapp.domain.json import Json, JsonObject
from chatapp.web.i18n import gettext as _

RUNNING: Final = "run"
DONE: Final = "done"
FAILED: Final = "failed"
_SHOWN_CHARS: Final = 20_000
_MAIN_ARGUMENTS: Final = ("query", "targets", "path", "name", "symbol")
_SHORT_S: Final = 10


@dataclass(frozen=True, slots=True)
class ToolCard:
    """One tool call on the rail; `status` is run, done or failed and never only a colour."""

    dom_id: str
    name: str
    argument: str
    status: str
    status_text: str
    result: str
    duration: str
    input: str
    output: str = ""
    artifact_id: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended."""

    summary: str
    content: str
    duration_ms: int
    artifact_id: str = ""
    error_code: str | None = None


def running(dom_id: str, name: str, arguments: JsonObject) -> ToolCard:
    """The card of a call that has begun."""
    return ToolCard(
        dom_id=dom_id,
        name=name,
        argument=main_argument(arguments),
        status=RUNNING,
        status_text=_("running"),
        result=_("running"),
        duration="",
        input=json.dumps(arguments, ensure_ascii=False, indent=2),
    )


def finished(dom_id: str, name: str, arguments: JsonObject, outcome: Outcome) -> ToolCard:
    """The card of a call that has ended."""
    is_error = outcome.error_code is not None
    return ToolCard(
        dom_id=dom_id,
        name=name,
        argument=main_argument(arguments),
        status=FAILED if is_error else DONE,
        status_text=_("failed") if is_error else _("done"),
        result=_short(outcome.summary or (outcome.error_code or "")),
        duration=duration(outcome.duration_ms),
        input=json.dumps(arguments, ensure_ascii=False, indent=2),
        output=_bounded(outcome.content),
        artifact_id=outcome.artifact_id,
    )


def unfinished(dom_id: str, name: str, arguments: JsonObject) -> ToolCard:
    """The card of a call whose turn ended before it did."""
    return finished(dom_id, name, arguments, Outcome(_("not finished"), "", 0, "", "stopped"))


def main_argument(arguments: JsonObject) -> str:
    """The one argument that says what the call is about."""
    named = [arguments[name] for name in _MAIN_ARGUMENTS if arguments.get(name)]
    return _short(_as_text([*named, *(value for value in arguments.values() if value)]))


def _as_text(values: Iterable[Json]) -> str:
    for value in values:
        if isinstance(value, str):
            return value
        if isinstance(value, list | tuple) and value:
            return ", ".join(str(item) for item in value)
    return ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 120 else f"{line[:119]}…"


def _bounded(text: str) -> str:
    if len(text) <= _SHOWN_CHARS:
        return text
    return text[:_SHOWN_CHARS] + "\n" + _("… cut; the artifact has the rest")


def duration(milliseconds: int) -> str:
    """``0.4 s``, ``12 s``; empty when nothing was measured."""
    if milliseconds <= 0:
        return ""
    seconds = milliseconds / 1000
    if seconds < 0.05:
        return "<0.1 s"
    return f"{seconds:.1f} s" if seconds < _SHORT_S else f"{seconds:.0f} s"
