"""A conversation as a file to keep: Markdown for people, JSON for machines."""

from collections.abc import Iterator, Sequence

import msgspec

from chatapp.domain.conversations import ConversationView, MessageView
from chatapp.domain.messages import Role, ToolCallPart


def as_markdown(view: ConversationView, messages: Sequence[MessageView]) -> str:
    """Title, then each question and answer with the tools that were used."""
    return "\n\n".join([f"# {view.title}", *_paragraphs(messages)]) + "\n"


def _paragraphs(messages: Sequence[MessageView]) -> Iterator[str]:
    for message in messages:
        if message.role is Role.USER:
            yield f"## {message.text.strip()}"
            continue
        used = [part.name for part in message.parts if isinstance(part, ToolCallPart)]
        if used:
            yield f"*{', '.join(used)}*"
        yield message.text.strip() or f"*{message.error_message or message.state}*"


def as_json(view: ConversationView, messages: Sequence[MessageView]) -> bytes:
    """Everything that is stored of the conversation, but what belongs to providers alone."""
    body = {"conversation": view, "messages": [_public(message) for message in messages]}
    return msgspec.json.format(msgspec.json.encode(body))


def _public(message: MessageView) -> object:
    known = msgspec.to_builtins(message)
    for part in known["parts"]:
        part.pop("provider_state", None)
    return known
