"""The tool loop inside the stream, with the wire replaced by scripted replies."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from chatapp.domain.json import Json
from chatapp.domain.stream import (
    StateKept,
    Stop,
    StreamEvent,
    TextDelta,
    ToolExecuted,
    ToolRequested,
    Usage,
)
from chatapp.infra.handle import Infra
from chatapp.providers.gemini import adapter as module
from chatapp.providers.gemini.adapter import GeminiAdapter
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask

PEER = Peer("gemini", "gemini-3.5-flash-lite", "Google Gemini")


class Response:
    """A streamed response that is there at once."""

    def __init__(self, chunks: list[dict[str, Any]]) -> None:
        self.headers = {"content-type": "text/event-stream"}
        self._chunks = chunks

    def iter_raw(self) -> Iterator[bytes]:
        return iter([f"data: {json.dumps(chunk)}\n\n".encode() for chunk in self._chunks])


class Client:
    """Plays one list of chunks a request and remembers the contents it was sent."""

    def __init__(self, *replies: list[dict[str, Any]]) -> None:
        self.replies = list(replies)
        self.sent: list[list[Any]] = []

    @contextmanager
    def stream(self, model: str, contents: list[Any], body: dict[str, Any]) -> Iterator[Response]:
        self.sent.append(json.loads(json.dumps(contents)))
        yield Response(self.replies.pop(0))


def chunk(*parts: Any, finish: str | None = None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"parts": list(parts)}}
    return {"candidates": [candidate | ({"finishReason": finish} if finish else {})],
            "usageMetadata": {"promptTokenCount": 1}}  # fmt: skip


CALLS = [
    chunk({"text": "Look. "}, {"functionCall": {"name": "A", "args": {}}, "thoughtSignature": "S"}),
    chunk({"functionCall": {"name": "B", "args": {}}}, finish="STOP"),
]
ANSWER = [chunk({"text": "Done"}, finish="STOP")]


def ask(
    infra: Infra, monkeypatch: pytest.MonkeyPatch, client: Client, **more: Any
) -> list[StreamEvent]:
    monkeypatch.setattr(module, "client_for", lambda infra, peer: client)
    question = Ask([{"role": "user", "content": "q"}], **more)
    return list(GeminiAdapter(infra, PEER).send(question))


def executor(name: str, arguments: Mapping[str, Json]) -> Json:
    return {"result": f"from {name}"}


@pytest.mark.requirement("P11")
def test_the_loop_goes_on_in_native_contents(infra: Infra, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(CALLS, ANSWER)
    told = ask(infra, monkeypatch, client, tool_executor=executor)
    assert client.sent[1][1:] == [
        {"role": "model", "parts": [
            {"text": "Look. "},
            {"functionCall": {"name": "A", "args": {}}, "thoughtSignature": "S"},
            {"functionCall": {"name": "B", "args": {}}}]},
        {"role": "user", "parts": [
            {"functionResponse": {"name": "A", "response": {"result": "from A"}}},
            {"functionResponse": {"name": "B", "response": {"result": "from B"}}}]},
    ]  # fmt: skip
    kinds = [type(event) for event in told]
    assert kinds == [
        TextDelta, ToolRequested, ToolRequested, Usage, ToolExecuted, ToolExecuted,
        TextDelta, Usage, Stop,
    ]  # fmt: skip
    assert told[-1] == Stop("end_turn")


def test_without_an_executor_the_caller_takes_the_loop(
    infra: Infra, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(CALLS)
    told = ask(infra, monkeypatch, client)
    assert told[-1] == Stop("tool_use")
    first, _ = [event.call for event in told if isinstance(event, ToolRequested)]
    assert first.provider_state is not None
    assert first.provider_state.data == {"thoughtSignature": "S"}
    assert len(client.sent) == 1


def test_state_of_the_text_is_told_before_the_calls_run(
    infra: Infra, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the results it would belong to the next reply."""
    signed = [chunk({"text": "t", "thoughtSignature": "S"}, CALLS[1]["candidates"][0]["content"]
                    ["parts"][0], finish="STOP")]  # fmt: skip
    told = ask(infra, monkeypatch, Client(signed, ANSWER), tool_executor=executor)
    kinds = [type(event) for event in told]
    assert kinds.index(StateKept) < kinds.index(ToolExecuted)


def test_a_reply_that_breaks_off_has_no_stop(infra: Infra, monkeypatch: pytest.MonkeyPatch) -> None:
    told = ask(infra, monkeypatch, Client([chunk({"text": "Half"})]), tool_executor=executor)
    assert told == [TextDelta("Half")]
