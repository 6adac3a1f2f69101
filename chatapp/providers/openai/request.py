"""The body of a chat completion request from the cleaned transcript."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from chatapp.providers.openai.answer import REASONING_DETAILS, REASONING_TEXT
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.quirks import Quirk
from chatapp.providers.policy.temperature import temperature_kwargs
from chatapp.providers.wire.transcript import AssistantSaid, Said, UserSaid, transcript

OWN_HOST: Final = "api.openai.com"


def request_body(peer: Peer, ask: Ask) -> dict[str, Any]:
    """Keyword arguments for `chat.completions.create`."""
    with_reasoning = Quirk.NO_REASONING not in ask.quirks
    said = transcript(ask.messages, peer.provider_id, peer.model, with_state=with_reasoning)
    body: dict[str, Any] = {
        "model": peer.model,
        "messages": list(_messages(ask.system_prompt, said)),
        "stream": True,
        _tokens_name(peer, ask): ask.max_tokens,
        **temperature_kwargs(peer.model, ask.temperature, ask.quirks),
    }
    if Quirk.NO_USAGE_OPTION not in ask.quirks:
        body["stream_options"] = {"include_usage": True}
    if ask.tools and Quirk.NO_TOOLS not in ask.quirks:
        body["tools"] = list(ask.tools)
    return body


def _tokens_name(peer: Peer, ask: Ask) -> str:
    """OpenAI refuses `max_tokens` for its newer models, most others know nothing else."""
    if Quirk.COMPLETION_TOKENS in ask.quirks:
        return "max_completion_tokens"
    is_plain = Quirk.PLAIN_MAX_TOKENS in ask.quirks or peer.host != OWN_HOST
    return "max_tokens" if is_plain else "max_completion_tokens"


def _messages(system_prompt: str, said: Sequence[Said]) -> Iterator[dict[str, Any]]:
    if system_prompt:
        yield {"role": "system", "content": system_prompt}
    for turn in said:
        if isinstance(turn, UserSaid):
            yield {"role": "user", "content": turn.text}
        else:
            yield _assistant(turn)
            for call in turn.calls:
                yield {"role": "tool", "tool_call_id": call.call_id, "content": call.result}


def _assistant(turn: AssistantSaid) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
    if turn.calls:
        message["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments_text},
            }
            for call in turn.calls
        ]
    return message | _reasoning(turn.state or {})


def _reasoning(state: Mapping[str, Any]) -> dict[str, Any]:
    """Reasoning in the one field it came in; only one, or some servers refuse (case P16)."""
    for name in (REASONING_DETAILS, REASONING_TEXT):
        if state.get(name):
            return {name: state[name]}
    return {}
