"""The JSON of the REST routes: what of a view is told, and its part of the OpenAPI document.

Paths on this machine, hashes and providers' opaque state are not among it.
"""

from datetime import datetime

import msgspec
from werkzeug.wrappers import Response

from chatapp.domain.conversations import ConversationView, MessageView
from chatapp.domain.events import Artifact
from chatapp.domain.messages import Part, ReasoningPart, TextPart, ToolCallPart
from chatapp.domain.repositories import FileLines, IndexProgress, RepositoryView


class RepositoryAnswer(msgspec.Struct):
    """A repository and the state of its index."""

    id: str
    name: str
    source: str
    branch: str
    state: str
    progress: IndexProgress
    indexed_commit: str | None
    indexed_at: datetime | None
    head_commit: str | None
    has_moved: bool
    files: int
    skipped_files: int
    error: str | None


class FileAnswer(msgspec.Struct):
    """Lines of one file at the indexed commit."""

    path: str
    commit: str
    language: str
    first_line: int
    lines: tuple[str, ...]
    total_lines: int
    is_cut: bool


class ConversationAnswer(msgspec.Struct):
    """A conversation without its messages."""

    id: str
    repository_id: str | None
    title: str
    pinned: bool
    archived: bool
    version: int
    forked_from: str | None
    live_turn_id: str | None
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


class PartAnswer(msgspec.Struct, omit_defaults=True):
    """A piece of a message; `type` says which fields it has."""

    type: str
    text: str | None = None
    call_id: str | None = None
    name: str | None = None
    arguments: object = None
    summary: str | None = None
    artifact_id: str | None = None
    error_code: str | None = None
    duration_ms: int | None = None


class ArtifactAnswer(msgspec.Struct):
    """What a tool's result looks like in the panel."""

    id: str
    type: str
    data: object


class ErrorAnswer(msgspec.Struct):
    """Why an answer failed."""

    code: str
    message: str


class MessageAnswer(msgspec.Struct):
    """A message; a turn is the message of its answer."""

    id: str
    conversation_id: str
    seq: int
    role: str
    state: str
    request_id: str
    text: str
    parts: list[PartAnswer]
    artifacts: list[ArtifactAnswer]
    provider: str | None
    model: str | None
    stop_reason: str | None
    error: ErrorAnswer | None
    created_at: datetime
    finished_at: datetime | None


def answer(value: object, status: int = 200) -> Response:
    """`value` as a JSON response."""
    return Response(msgspec.json.encode(value), status, mimetype="application/json")


def nothing() -> Response:
    """204: it is done, and there is nothing to say."""
    return Response(status=204)


def repository(view: RepositoryView) -> RepositoryAnswer:
    """A repository as callers see it."""
    return RepositoryAnswer(
        id=view.repository_id,
        name=view.name,
        source=view.source,
        branch=view.branch,
        state=view.state,
        progress=view.progress,
        indexed_commit=view.indexed_commit,
        indexed_at=view.indexed_at,
        head_commit=view.head_commit,
        has_moved=view.has_moved,
        files=view.files,
        skipped_files=view.skipped_files,
        error=view.error,
    )


def file_lines(view: FileLines) -> FileAnswer:
    """Lines of a file as callers see them."""
    return FileAnswer(
        path=view.path,
        commit=view.commit,
        language=view.language,
        first_line=view.first_line,
        lines=view.lines,
        total_lines=view.total_lines,
        is_cut=view.is_cut,
    )


def conversation(view: ConversationView) -> ConversationAnswer:
    """A conversation as callers see it."""
    return ConversationAnswer(
        id=view.conversation_id,
        repository_id=view.repository_id,
        title=view.title,
        pinned=view.is_pinned,
        archived=view.is_archived,
        version=view.version,
        forked_from=view.forked_from,
        live_turn_id=view.live_turn_id,
        created_at=view.created_at,
        updated_at=view.updated_at,
        deleted_at=view.deleted_at,
    )


def message(view: MessageView) -> MessageAnswer:
    """A message as callers see it."""
    code = view.error_code
    return MessageAnswer(
        id=view.message_id,
        conversation_id=view.conversation_id,
        seq=view.seq,
        role=view.role,
        state=view.state,
        request_id=view.request_id,
        text=view.text,
        parts=[_part(part) for part in view.parts],
        artifacts=[artifact(one) for one in view.artifacts],
        provider=view.provider,
        model=view.model,
        stop_reason=view.stop_reason,
        error=None if code is None else ErrorAnswer(code, view.error_message or ""),
        created_at=view.created_at,
        finished_at=view.finished_at,
    )


def artifact(view: Artifact) -> ArtifactAnswer:
    """An artifact as callers see it."""
    return ArtifactAnswer(view.artifact_id, view.type, view.data)


def _part(part: Part) -> PartAnswer:
    match part:
        case TextPart(text):
            return PartAnswer("text", text=text)
        case ReasoningPart(text):
            return PartAnswer("reasoning", text=text)
        case ToolCallPart():
            return PartAnswer(
                "tool_call", call_id=part.call_id, name=part.name, arguments=part.arguments
            )
        case _:
            return PartAnswer(
                "tool_result",
                call_id=part.call_id,
                name=part.name,
                summary=part.summary,
                artifact_id=part.artifact_id,
                error_code=part.error_code,
                duration_ms=part.duration_ms,
            )
