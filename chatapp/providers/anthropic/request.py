"""The body of a messages request from the cleaned transcript, with markers for the prompt cache.

Two markers: after the instructions (which also covers the tools), and after the newest message, so
that the next round reads everything up to here from the cache.
https://platform.claude.com/docs/en/build-with-claude/prompt-caching
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from chatapp.providers.anthropic.answer import BLOCKS, THINKING
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.quirks import Quirk
from chatapp.providers.wire.transcript import AssistantSaid, Called, Said, UserSaid, transcript

CACHED: Final = {"cache_control": {"type": "ephemeral"}}
THINKING_CONFIG: Final = {"type": "adaptive", "display": "summarized"}
ADAPTIVE: Final = (
    "claude-opus-4-6",
    "claude-opus-4-7",
    "claude-opus-4-8",
    "claude-sonnet-4-6",
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-haiku-5",
    "claude-fable",
    "claude-mythos",
)
"""Families that decide by themselves how much to think."""

OPENING: Final = "(The beginning of the conversation was left out.)"

Block = dict[str, Any]


def request_body(peer: Peer, ask: Ask) -> dict[str, Any]:
    """Keyword arguments for `messages.create`, which has no temperature any more."""
    has_reasoning = Quirk.NO_REASONING not in ask.quirks
    said = transcript(ask.messages, peer.provider_id, peer.model, with_state=has_reasoning)
    body: dict[str, Any] = {
        "model": peer.model,
        "max_tokens": ask.max_tokens,
        "messages": _marked(list(_messages(said))),
        "stream": True,
    }
    if ask.system_prompt:
        body["system"] = [{"type": "text", "text": ask.system_prompt, **CACHED}]
    if Quirk.NO_TOOLS not in ask.quirks:
        body |= _offer(ask, said)
    if has_reasoning and peer.model.startswith(ADAPTIVE):
        body["thinking"] = THINKING_CONFIG
    return body


def _offer(ask: Ask, said: Sequence[Said]) -> dict[str, Any]:
    """The tools; where none may be called any more, those of the transcript, not to be called.

    The API refuses tool blocks in the messages of a request that declares no tools.
    """
    if ask.tools:
        return {"tools": [_tool(tool) for tool in ask.tools]}
    used = (call.name for turn in said if isinstance(turn, AssistantSaid) for call in turn.calls)
    names = dict.fromkeys(used)
    if not names:
        return {}
    declared = [_tool({"function": {"name": name}}) for name in names]
    return {"tools": declared, "tool_choice": {"type": "none"}}


def _tool(tool: Mapping[str, Any]) -> Block:
    function = tool["function"]
    return {
        "name": function["name"],
        "description": function.get("description", ""),
        "input_schema": function.get("parameters") or {"type": "object", "properties": {}},
    }


def _messages(said: Sequence[Said]) -> Iterator[Block]:
    """Roles alternate and the user begins, as the API wants it; results are the user's."""
    if said and isinstance(said[0], AssistantSaid):
        yield {"role": "user", "content": [_text(OPENING)]}
    results: list[Block] = []
    for turn in said:
        if isinstance(turn, UserSaid):
            yield {"role": "user", "content": [*results, _text(turn.text)]}
            results = []
            continue
        if results:
            yield {"role": "user", "content": results}
        yield {"role": "assistant", "content": _assistant(turn)}
        results = [_result(call) for call in turn.calls]
    if results:
        yield {"role": "user", "content": results}


def _assistant(turn: AssistantSaid) -> list[Block]:
    uses = {call.call_id: _use(call) for call in turn.calls}
    native = _native(turn)
    if _is_same(native, turn):
        return [uses.get(block.get("id", ""), block) for block in native]
    thinking = [block for block in native if block.get("type") in THINKING]
    text = [_text(turn.text)] if turn.text else []
    return [*thinking, *text, *uses.values()]


def _native(turn: AssistantSaid) -> list[Block]:
    """The kept blocks without blank texts, which the API refuses (case P14)."""
    blocks = (turn.state or {}).get(BLOCKS)
    kept = [dict(block) for block in blocks] if isinstance(blocks, list) else []
    return [block for block in kept if block.get("type") != "text" or block["text"].strip()]


def _is_same(native: Sequence[Block], turn: AssistantSaid) -> bool:
    """Whether the kept blocks still say what the transcript says, so that their order counts."""
    text = "".join(block["text"] for block in native if block.get("type") == "text")
    ids = [block["id"] for block in native if block.get("type") == "tool_use"]
    is_same_text = text.strip() == turn.text.strip()
    return bool(native) and is_same_text and ids == [call.call_id for call in turn.calls]


def _text(text: str) -> Block:
    return {"type": "text", "text": text}


def _use(call: Called) -> Block:
    return {"type": "tool_use", "id": call.call_id, "name": call.name, "input": call.arguments}


def _result(call: Called) -> Block:
    return {"type": "tool_result", "tool_use_id": call.call_id, "content": call.result}


def _marked(messages: list[Block]) -> list[Block]:
    """The messages with the cache marker on the last block of the newest one."""
    if messages:
        content = messages[-1]["content"]
        content[-1] = {**content[-1], **CACHED}
    return messages
