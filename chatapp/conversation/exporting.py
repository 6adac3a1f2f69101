"""A conversation as a file: Markdown for people, JSON that `importing` takes back.

The JSON has everything a reader may see, and the opaque provider state, so that an imported
conversation can go on with the provider that wrote it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import orjson

from chatapp.conversation import queries
from chatapp.conversation.codec import part_object
from chatapp.domain.conversations import ConversationView, MessageView
from chatapp.domain.identity import Owner
from chatapp.domain.json import JsonObject
from chatapp.domain.messages import Part, Role, TextPart, ToolCallPart
from chatapp.infra.handle import Infra

FORMAT: Final = "chatapp.conversation"
VERSION: Final = 1


def export_json(infra: Infra, owner: Owner, conversation_id: str) -> bytes:
    """The conversation as JSON, indented for people who look.

    Raises:
        NotFound: there is none for this owner.
    """
    view = queries.get(infra, owner, conversation_id)
    told = queries.messages(infra, owner, conversation_id)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "title": view.title,
        "created_at": view.created_at,
        "messages": [_message(message) for message in told],
    }
    return orjson.dumps(document, option=orjson.OPT_INDENT_2)


def export_markdown(infra: Infra, owner: Owner, conversation_id: str) -> str:
    """The conversation as Markdown: questions as headings, tools by name, answers as they are.

    Raises:
        NotFound: there is none for this owner.
    """
    view = queries.get(infra, owner, conversation_id)
    told = queries.messages(infra, owner, conversation_id)
    return "\n\n".join(_paragraphs(view, told)) + "\n"


def _message(message: MessageView) -> JsonObject:
    artifacts = [
        {"artifact_id": one.artifact_id, "type": one.type, "data": one.data}
        for one in message.artifacts
    ]
    return {
        "role": message.role,
        "state": message.state,
        "parts": [part_object(part) for part in message.parts],
        "artifacts": artifacts,
        "provider": message.provider,
        "model": message.model,
        "stop_reason": message.stop_reason,
        "error_code": message.error_code,
        "error_message": message.error_message,
        "created_at": message.created_at.isoformat(),
        "finished_at": message.finished_at.isoformat() if message.finished_at else None,
    }


def _paragraphs(view: ConversationView, told: Sequence[MessageView]) -> Iterator[str]:
    yield f"# {view.title}"
    for message in told:
        yield "## Question" if message.role is Role.USER else _heading(message)
        yield from filter(None, map(_paragraph, message.parts))
        if message.error_message:
            yield f"*{message.error_message}*"


def _heading(message: MessageView) -> str:
    maker = " · ".join(filter(None, (message.provider, message.model)))
    return f"## Answer ({maker})" if maker else "## Answer"


def _paragraph(part: Part) -> str:
    match part:
        case TextPart(text):
            return text.strip()
        case ToolCallPart():
            return f"> `{part.name}` {orjson.dumps(part.arguments).decode()}"
        case _:
            return ""
