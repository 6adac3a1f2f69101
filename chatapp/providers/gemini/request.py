"""Gemini's contents and configuration from the cleaned transcript, in the wire's own form."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chatapp.domain.json import Json
from chatapp.providers.gemini.reply import NATIVE_ID, SIGNATURE, TEXTS, NativeCall
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.quirks import Quirk
from chatapp.providers.policy.temperature import temperature_kwargs
from chatapp.providers.wire.transcript import AssistantSaid, Called, UserSaid, transcript

Native = dict[str, Any]


def contents(peer: Peer, ask: Ask) -> list[Native]:
    """The conversation: one content for each turn, all results of a reply in one (case P11)."""
    with_state = Quirk.NO_REASONING not in ask.quirks
    said = transcript(ask.messages, peer.provider_id, peer.model, with_state=with_state)
    native: list[Native] = []
    for turn in said:
        for content in _turn(turn):
            _append(native, content)
    return native


def body(peer: Peer, ask: Ask) -> Native:
    """Everything of the request but the contents."""
    temperature = temperature_kwargs(peer.model, ask.temperature, ask.quirks)
    generation: Native = {"maxOutputTokens": ask.max_tokens, **temperature}
    if Quirk.NO_REASONING not in ask.quirks:
        generation["thinkingConfig"] = {"includeThoughts": True}
    request: Native = {"generationConfig": generation}
    if ask.system_prompt:
        request["systemInstruction"] = {"parts": [{"text": ask.system_prompt}]}
    if ask.tools and Quirk.NO_TOOLS not in ask.quirks:
        request["tools"] = [{"functionDeclarations": [_declaration(tool) for tool in ask.tools]}]
    return request


def results(answers: Sequence[tuple[NativeCall, Json]]) -> Native:
    """One content with the results of all calls of a reply, in their order."""
    return {"role": "user", "parts": [_response(call, result) for call, result in answers]}


def _response(call: NativeCall, result: Json) -> Native:
    response = dict(result) if isinstance(result, Mapping) else {"result": result}
    return _function_response(call.native.name, response, call.native.id)


def _function_response(name: str, response: Native, native_id: Json) -> Native:
    function: Native = {"name": name, "response": response}
    return {"functionResponse": function | ({"id": native_id} if native_id else {})}


def _turn(turn: UserSaid | AssistantSaid) -> Iterator[Native]:
    if isinstance(turn, UserSaid):
        yield {"role": "user", "parts": [{"text": turn.text}]}
        return
    calls = [_call(call) for call in turn.calls]
    yield {"role": "model", "parts": [*_texts(turn), *calls]}
    if calls:
        yield {"role": "user", "parts": [_result(call) for call in turn.calls]}


def _texts(turn: AssistantSaid) -> list[Native]:
    """The text as it came, signatures included, if it still is what the transcript says."""
    kept = (turn.state or {}).get(TEXTS)
    texts = [dict(part) for part in kept] if isinstance(kept, list) else []
    if texts and "".join(part["text"] for part in texts).strip() == turn.text.strip():
        return texts
    return [{"text": turn.text}] if turn.text else []


def _call(call: Called) -> Native:
    state = call.state or {}
    function: Native = {"name": call.name, "args": call.arguments}
    if state.get(NATIVE_ID):
        function["id"] = state[NATIVE_ID]
    signature = {SIGNATURE: state[SIGNATURE]} if state.get(SIGNATURE) else {}
    return {"functionCall": function, **signature}


def _result(call: Called) -> Native:
    native_id = (call.state or {}).get(NATIVE_ID)
    return _function_response(call.name, _object(call.result), native_id)


def _object(text: str) -> Native:
    """A result as the object that the wire wants."""
    try:
        value = json.loads(text)
    except ValueError:
        return {"result": text}
    return value if isinstance(value, dict) else {"result": value}


def _append(native: list[Native], content: Native) -> None:
    """Roles alternate: results and the question after them are one content."""
    if native and native[-1]["role"] == content["role"]:
        native[-1]["parts"] += content["parts"]
    else:
        native.append(content)


def _declaration(tool: Mapping[str, Any]) -> Native:
    function = tool["function"]
    declaration = {"name": function["name"], "description": function.get("description", "")}
    parameters = function.get("parameters") or {}
    if parameters.get("properties"):
        declaration["parametersJsonSchema"] = parameters
    return declaration
