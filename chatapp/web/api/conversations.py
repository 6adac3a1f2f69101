"""REST of conversations, twice: a repository's below ``/api/repos/…/chat``, all under ``/api``.

The two sets are the same functions; below a repository, a conversation about another is 404.
"""

from typing import Final

import msgspec
from flask import request
from werkzeug.wrappers import Response

from chatapp.access import commands, reads
from chatapp.domain.conversations import ConversationFilter, ConversationView
from chatapp.domain.errors import NotFound, Unprocessable
from chatapp.web import answers, bodies
from chatapp.web.answers import (
    ArtifactAnswer,
    ConversationAnswer,
    MessageAnswer,
    answer,
    nothing,
)
from chatapp.web.auth import principal
from chatapp.web.context import infra
from chatapp.web.routes import NOTHING, Guard, Handler, Routes, Shape
from chatapp.web.schemas import (
    ArtifactPatch,
    ConversationPatch,
    ConversationQuery,
    ExportQuery,
    ForkBody,
)

ROUTES: Final = Routes("conversations")


class ConversationList(msgspec.Struct):
    """Part of a list; `next_cursor` is null on the last page."""

    conversations: list[ConversationAnswer]
    next_cursor: str | None


class WholeConversation(msgspec.Struct):
    """A conversation with its messages."""

    conversation: ConversationAnswer
    messages: list[MessageAnswer]


class ShareAnswer(msgspec.Struct):
    """A share link's secret, shown this once."""

    token: str
    path: str


def list_conversations(repo_id: str | None = None) -> Response:
    """Your conversations: pinned first, then the latest; `q` searches titles and texts."""
    wanted = bodies.query(ConversationQuery)
    if repo_id is not None:
        reads.repository(principal(), infra(), repo_id)
    if wanted.q.strip():
        hits = reads.search_conversations(principal(), infra(), wanted.q, repo_id)
        return answer(_list(tuple(hit.conversation for hit in hits), None))
    page = reads.conversation_page(
        principal(),
        infra(),
        ConversationFilter(repo_id, wanted.archived, wanted.deleted, wanted.cursor, wanted.limit),
    )
    return answer(_list(page.items, page.next_cursor))


def import_conversation(repo_id: str | None = None) -> Response:
    """Make a conversation out of an exported one; the body is the exported JSON."""
    data = request.get_data(cache=False)
    view = commands.import_conversation(principal(), infra(), data, repo_id)
    return answer(answers.conversation(view), 201)


def get_conversation(conversation_id: str, repo_id: str | None = None) -> Response:
    """A conversation with its messages, oldest first."""
    view = _mine(conversation_id, repo_id)
    told = reads.messages(principal(), infra(), conversation_id)
    return answer(
        WholeConversation(answers.conversation(view), [answers.message(one) for one in told])
    )


def change_conversation(conversation_id: str, repo_id: str | None = None) -> Response:
    """Rename, pin or archive a conversation; what is left out stays as it is."""
    body = bodies.parse(ConversationPatch)
    view = _mine(conversation_id, repo_id)
    if body.title is not None:
        view = commands.rename_conversation(principal(), infra(), conversation_id, body.title)
    if body.pinned is not None:
        view = commands.pin_conversation(
            principal(), infra(), conversation_id, is_pinned=body.pinned
        )
    if body.archived is not None:
        view = commands.archive_conversation(
            principal(), infra(), conversation_id, is_archived=body.archived
        )
    if body == ConversationPatch():
        raise Unprocessable("Say what to change: title, pinned or archived.")
    return answer(answers.conversation(view))


def delete_conversation(conversation_id: str, repo_id: str | None = None) -> Response:
    """Delete a conversation; it can be restored. A turn that runs in it is stopped."""
    _mine(conversation_id, repo_id)
    commands.delete_conversation(principal(), infra(), conversation_id)
    return nothing()


def restore_conversation(conversation_id: str, repo_id: str | None = None) -> Response:
    """Undo a deletion."""
    view = commands.restore_conversation(principal(), infra(), conversation_id, repo_id)
    return answer(answers.conversation(view))


def fork_conversation(conversation_id: str, repo_id: str | None = None) -> Response:
    """Copy a conversation up to a message: through it, or up to before it."""
    body = bodies.parse(ForkBody)
    _mine(conversation_id, repo_id)
    view = commands.fork_conversation(
        principal(),
        infra(),
        conversation_id,
        through_message_id=body.through_message_id,
        before_message_id=body.before_message_id,
    )
    return answer(answers.conversation(view), 201)


def export_conversation(conversation_id: str, repo_id: str | None = None) -> Response:
    """A conversation as a file: JSON that can be imported again, or Markdown."""
    wanted = bodies.query(ExportQuery)
    _mine(conversation_id, repo_id)
    is_json = wanted.format == "json"
    data = reads.exported(principal(), infra(), conversation_id, as_json=is_json)
    kind = "application/json" if is_json else "text/markdown"
    name = f"conversation-{conversation_id}.{'json' if is_json else 'md'}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, mimetype=kind, headers=headers)


def share_conversation(conversation_id: str, repo_id: str | None = None) -> Response:
    """Make a link with which anybody can read the conversation; an earlier one stops working."""
    _mine(conversation_id, repo_id)
    token = commands.share_conversation(principal(), infra(), conversation_id)
    return answer(ShareAnswer(token, f"/share/{token}"), 201)


def unshare_conversation(conversation_id: str, repo_id: str | None = None) -> Response:
    """End the share link at once."""
    _mine(conversation_id, repo_id)
    commands.unshare_conversation(principal(), infra(), conversation_id)
    return nothing()


def get_artifact(conversation_id: str, artifact_id: str, repo_id: str | None = None) -> Response:
    """One artifact of a conversation."""
    _mine(conversation_id, repo_id)
    found = reads.artifact(principal(), infra(), conversation_id, artifact_id)
    return answer(answers.artifact(found))


def pin_artifact(conversation_id: str, artifact_id: str, repo_id: str | None = None) -> Response:
    """Keep an artifact at the front of the panel, or no longer."""
    body = bodies.parse(ArtifactPatch)
    _mine(conversation_id, repo_id)
    commands.pin_artifact(principal(), infra(), conversation_id, artifact_id, is_pinned=body.pinned)
    return nothing()


_ONE: Final = "/<conversation_id>"
_ARTIFACT: Final = f"{_ONE}/artifacts/<artifact_id>"
_VIEW: Final = Shape(answer=ConversationAnswer)
_SET: Final[tuple[tuple[str, str, Handler, Shape], ...]] = (
    ("GET", "", list_conversations, Shape(query=ConversationQuery, answer=ConversationList)),
    ("POST", "", import_conversation, Shape(answer=ConversationAnswer, status=201)),
    ("GET", _ONE, get_conversation, Shape(answer=WholeConversation)),
    (
        "PATCH",
        _ONE,
        change_conversation,
        Shape(body=ConversationPatch, answer=ConversationAnswer),
    ),
    ("DELETE", _ONE, delete_conversation, NOTHING),
    ("POST", f"{_ONE}/restore", restore_conversation, _VIEW),
    (
        "POST",
        f"{_ONE}/fork",
        fork_conversation,
        Shape(body=ForkBody, answer=ConversationAnswer, status=201),
    ),
    ("GET", f"{_ONE}/export", export_conversation, Shape(query=ExportQuery)),
    ("POST", f"{_ONE}/share", share_conversation, Shape(answer=ShareAnswer, status=201)),
    ("DELETE", f"{_ONE}/share", unshare_conversation, NOTHING),
    ("GET", _ARTIFACT, get_artifact, Shape(answer=ArtifactAnswer)),
    ("PATCH", _ARTIFACT, pin_artifact, Shape(body=ArtifactPatch, status=204)),
)

for _method, _rule, _handler, _shape in _SET:
    ROUTES.add(_method, f"/api/conversations{_rule}", Guard.DIALOGUE, _shape)(_handler)
    _below = f"/api/repos/<repo_id>/chat/conversations{_rule}"
    ROUTES.add(_method, _below, Guard.CHAT, _shape, suffix="_of_repository")(_handler)


def _mine(conversation_id: str, repo_id: str | None) -> ConversationView:
    view = reads.conversation(principal(), infra(), conversation_id)
    if repo_id is not None and view.repository_id != repo_id:
        raise NotFound
    return view


def _list(views: tuple[ConversationView, ...], cursor: str | None) -> ConversationList:
    return ConversationList([answers.conversation(view) for view in views], cursor)
