"""Wire messages as typed turns, cleaned: what every converter starts from.

A call and its result are one value here, so no converter can send one without the other: a call
without a result gets one that says so, a result without a call is dropped. Blank texts and empty
assistant turns vanish (case P14), neighbours of the same role are joined.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from chatapp.domain.json import Json, JsonObject
from chatapp.domain.messages import WireMessage

NO_RESULT: Final = '{"error": "The call was stopped before it gave a result."}'
EMPTY_RESULT: Final = "(empty)"


@dataclass(frozen=True, slots=True)
class Called:
    """One finished call. `state` is the provider's opaque data of it."""

    call_id: str
    name: str
    arguments: JsonObject
    result: str
    state: JsonObject | None = None

    @property
    def arguments_text(self) -> str:
        """The arguments as JSON."""
        return json.dumps(self.arguments, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class UserSaid:
    """A question."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantSaid:
    """One reply of the model: text, then calls. `state` is opaque data of the reply."""

    text: str
    calls: tuple[Called, ...] = ()
    state: JsonObject | None = None


Said: TypeAlias = UserSaid | AssistantSaid


def transcript(
    messages: Sequence[WireMessage], provider_id: str, model: str, *, with_state: bool = True
) -> tuple[Said, ...]:
    """The messages, oldest first; opaque data only if this provider and model made it."""
    reader = _Reader(_results(messages), (provider_id, model) if with_state else None)
    said: list[Said] = []
    for message in messages:
        turn = reader.turn(message)
        if turn is not None:
            _append(said, turn)
    return tuple(said)


@dataclass(frozen=True, slots=True)
class _Reader:
    results: Mapping[str, str]
    maker: tuple[str, str] | None

    def turn(self, message: WireMessage) -> Said | None:
        """The message as a turn; None when it says nothing."""
        text = text_of(message.get("content"))
        text = text if text.strip() else ""
        if message.get("role") == "user":
            return UserSaid(text) if text else None
        if message.get("role") != "assistant":
            return None
        calls = tuple(self._called(call) for call in _calls(message))
        turn = AssistantSaid(text, calls, self._state(message))
        return turn if text or calls else None

    def _called(self, call: JsonObject) -> Called:
        function = call.get("function")
        function = function if isinstance(function, Mapping) else {}
        call_id = str(call.get("id") or "")
        result = self.results.get(call_id, NO_RESULT)
        arguments = _object(function.get("arguments"))
        return Called(
            call_id, str(function.get("name")), arguments, result or EMPTY_RESULT, self._state(call)
        )

    def _state(self, holder: JsonObject) -> JsonObject | None:
        state = holder.get("provider_state")
        if self.maker is None or not isinstance(state, Mapping):
            return None
        if (state.get("provider"), state.get("model")) != self.maker:
            return None
        data = state.get("data")
        return data if isinstance(data, Mapping) else None


def text_of(content: Json) -> str:
    """The text of a message's content, which is a string or a list of parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence):
        return ""
    parts = (part.get("text") for part in content if isinstance(part, Mapping))
    return "\n\n".join(part for part in parts if isinstance(part, str) and part.strip())


def _append(said: list[Said], turn: Said) -> None:
    last = said[-1] if said else None
    if isinstance(last, UserSaid) and isinstance(turn, UserSaid):
        said[-1] = UserSaid(f"{last.text}\n\n{turn.text}")
    elif isinstance(last, AssistantSaid) and isinstance(turn, AssistantSaid) and not last.calls:
        joined = "\n\n".join(filter(None, (last.text, turn.text)))
        said[-1] = replace(turn, text=joined, state=turn.state or last.state)
    else:
        said.append(turn)


def _results(messages: Iterable[WireMessage]) -> dict[str, str]:
    return {
        str(message.get("tool_call_id")): text_of(message.get("content"))
        for message in messages
        if message.get("role") == "tool"
    }


def _calls(message: WireMessage) -> list[JsonObject]:
    calls = message.get("tool_calls")
    if not isinstance(calls, Sequence) or isinstance(calls, str):
        return []
    return [call for call in calls if isinstance(call, Mapping)]


def _object(arguments: Json) -> JsonObject:
    """Arguments as an object: stored ones may be text that never was JSON (case P17)."""
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return {}
    return arguments if isinstance(arguments, Mapping) else {}
