"""The body of Ollama's `/api/chat` from the cleaned transcript."""

from collections.abc import Iterator
from typing import Any

from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.quirks import Quirk
from chatapp.providers.wire.transcript import Said, UserSaid, transcript


def request_body(peer: Peer, ask: Ask, num_ctx: int) -> dict[str, Any]:
    """The JSON to post; without `num_ctx` Ollama would cut at its own small window."""
    said = transcript(ask.messages, peer.provider_id, peer.model)
    options = {
        "num_ctx": num_ctx,
        "num_predict": ask.max_tokens,
        "temperature": ask.temperature,
    }
    body: dict[str, Any] = {
        "model": peer.model,
        "messages": list(_messages(ask.system_prompt, said)),
        "stream": True,
        "options": options,
    }
    if ask.tools and Quirk.NO_TOOLS not in ask.quirks:
        body["tools"] = list(ask.tools)
    return body


def _messages(system_prompt: str, said: tuple[Said, ...]) -> Iterator[dict[str, Any]]:
    if system_prompt:
        yield {"role": "system", "content": system_prompt}
    for turn in said:
        if isinstance(turn, UserSaid):
            yield {"role": "user", "content": turn.text}
            continue
        calls = [{"function": {"name": c.name, "arguments": c.arguments}} for c in turn.calls]
        message: dict[str, Any] = {"role": "assistant", "content": turn.text}
        yield message | ({"tool_calls": calls} if calls else {})
        for call in turn.calls:
            yield {"role": "tool", "tool_name": call.name, "content": call.result}
