"""Tool calls put together from their pieces, by index and id, as far as a server sends them.

A new id is a new call, also at an index that was used before (case P01); a piece without an id
belongs to the latest call at its index, or without an index to the latest of all.
"""

import json
from dataclasses import dataclass, field
from uuid import uuid4

from chatapp.domain.messages import ToolCall
from chatapp.providers.openai.chunks import CallDelta, FunctionDelta
from chatapp.providers.wire.arguments import tool_call


@dataclass(slots=True)
class _Open:
    """A call that may still grow."""

    call_id: str
    index: int | None
    name: str = ""
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def is_whole(self) -> bool:
        """Whether it has a name and arguments that are JSON, so that a name means another call."""
        try:
            return bool(self.name) and isinstance(json.loads(self.text), dict)
        except ValueError:
            return False


class CallCollector:
    """The calls of one answer, in order of arrival."""

    def __init__(self) -> None:
        self._calls: list[_Open] = []

    def add(self, delta: CallDelta) -> None:
        """Take in one piece."""
        function = delta.function or FunctionDelta()
        call = self._target(delta, function)
        call.name = call.name or function.name or ""
        if isinstance(function.arguments, dict):
            call.pieces = [json.dumps(function.arguments)]
        elif function.arguments:
            call.pieces.append(function.arguments)

    def calls(self) -> list[ToolCall]:
        """Every call, with its arguments parsed."""
        return [tool_call(call.call_id, call.name, call.text) for call in self._calls]

    def _target(self, delta: CallDelta, function: FunctionDelta) -> _Open:
        if delta.id:
            known = [call for call in self._calls if call.call_id == delta.id]
            return known[-1] if known else self._open(delta)
        same = [call for call in self._calls if delta.index in (None, call.index)]
        if not same or (function.name and same[-1].is_whole()):
            return self._open(delta)
        return same[-1]

    def _open(self, delta: CallDelta) -> _Open:
        call = _Open(delta.id or f"call_{uuid4().hex}", delta.index)
        self._calls.append(call)
        return call
