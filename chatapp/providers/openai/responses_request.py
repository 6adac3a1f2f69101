"""The body of a Responses request, for the models that have no chat completions.

Nothing is stored on OpenAI's side: reasoning comes back encrypted and is sent again with its calls.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from chatapp.providers.openai.responses_answer import ITEMS
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.quirks import Quirk
from chatapp.providers.policy.temperature import temperature_kwargs
from chatapp.providers.wire.transcript import Said, UserSaid, transcript

_FAMILIES: Final = ("o1-pro", "o3-pro", "o3-deep-research", "o4-mini-deep-research", "codex-")
_SUFFIXES: Final = ("-pro", "-codex")

Item = dict[str, Any]


def needs_responses(peer: Peer, ask: Ask) -> bool:
    """Whether this model has to be asked through Responses: known by name, or learnt."""
    if Quirk.RESPONSES_API in ask.quirks:
        return True
    is_named = peer.model.startswith(_FAMILIES) or peer.model.endswith(_SUFFIXES)
    return peer.provider_id == "openai" and is_named


def request_body(peer: Peer, ask: Ask) -> dict[str, Any]:
    """Keyword arguments for `responses.create`."""
    has_reasoning = Quirk.NO_REASONING not in ask.quirks
    said = transcript(ask.messages, peer.provider_id, peer.model, with_state=has_reasoning)
    temperature = temperature_kwargs(peer.model, ask.temperature, ask.quirks)
    body: dict[str, Any] = {
        "model": peer.model,
        "input": [item for turn in said for item in _items(turn)],
        "max_output_tokens": ask.max_tokens,
        "store": False,
        "stream": True,
        **temperature,
    }
    if ask.system_prompt:
        body["instructions"] = ask.system_prompt
    if ask.tools and Quirk.NO_TOOLS not in ask.quirks:
        body["tools"] = [_tool(tool) for tool in ask.tools]
    if has_reasoning and not temperature:
        body["include"] = ["reasoning.encrypted_content"]
        body["reasoning"] = {"summary": "auto"}
    return body


def _tool(tool: Mapping[str, Any]) -> Item:
    function = tool["function"]
    return {
        "type": "function",
        "name": function["name"],
        "description": function.get("description", ""),
        "parameters": function.get("parameters") or {"type": "object", "properties": {}},
        "strict": False,
    }


def _items(turn: Said) -> Iterator[Item]:
    if isinstance(turn, UserSaid):
        yield {"role": "user", "content": turn.text}
        return
    kept = (turn.state or {}).get(ITEMS)
    yield from kept if isinstance(kept, list) else ()
    if turn.text:
        yield {"role": "assistant", "content": turn.text}
    for call in turn.calls:
        yield {
            "type": "function_call",
            "call_id": call.call_id,
            "name": call.name,
            "arguments": call.arguments_text,
        }
    for call in turn.calls:
        yield {"type": "function_call_output", "call_id": call.call_id, "output": call.result}
