"""The limit on what a tool may put before the model, and the form of its errors.

Pure text in, text out; used by `chatapp.runtime.toolbox` alone. A cut is always announced.
"""

import json
from dataclasses import dataclass
from typing import Final

from chatapp.domain.json import Json

SUMMARY_CHARS: Final = 200
_NEAR: Final = 0.8
"""A line end in the last fifth of the room is a better place to cut than the middle of a line."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """Text within a limit, and whether something was left out."""

    text: str
    is_cut: bool


def bounded(text: str, limit: int) -> Bounded:
    """`text` cut to `limit` characters, with a note that says how much of it is shown."""
    if len(text) <= limit:
        return Bounded(text, is_cut=False)
    line_end = text.rfind("\n", int(limit * _NEAR), limit)
    shown = text[: line_end if line_end >= 0 else limit]
    note = f"[truncated, {len(shown)} of {len(text)} chars; ask for less or for a part of it]"
    return Bounded(f"{shown}\n{note}", is_cut=True)


def one_line(text: str) -> str:
    """`text` as a single line for a tool card."""
    line = " ".join(text.split())
    return line if len(line) <= SUMMARY_CHARS else f"{line[: SUMMARY_CHARS - 1]}…"


def error_text(message: str, code: str) -> str:
    """How every failure of a tool reads to the model."""
    return dumps({"error": message, "error_code": code})


def dumps(value: Json) -> str:
    """JSON that is the same text for equal values, whatever the order of their keys."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
