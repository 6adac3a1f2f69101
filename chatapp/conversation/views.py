"""Rows as the values that every floor above sees."""

from collections.abc import Iterable, Sequence

from chatapp.conversation.codec import load_json, load_parts
from chatapp.conversation.models import ArtifactRow, Conversation, MessageRow
from chatapp.domain.conversations import ConversationView, MessageView
from chatapp.domain.events import Artifact
from chatapp.domain.messages import Role
from chatapp.domain.turns import MessageState


def conversation_view(row: Conversation) -> ConversationView:
    """A conversation without its messages."""
    return ConversationView(
        conversation_id=row.id,
        repository_id=row.repository_id,
        title=row.title,
        is_pinned=row.is_pinned,
        is_archived=row.is_archived,
        version=row.version,
        forked_from=row.forked_from,
        live_turn_id=row.live_turn_id,
        created_at=row.created_at,
        updated_at=row.updated_at,
        deleted_at=row.deleted_at,
        is_shared=row.share_hash is not None,
    )


def artifact_view(row: ArtifactRow) -> Artifact:
    """What a tool result put into the panel."""
    return Artifact(row.artifact_id, row.type, load_json(row.data), row.is_pinned)


def message_view(row: MessageRow, artifacts: Iterable[ArtifactRow] = ()) -> MessageView:
    """A message with its artifacts, which come in order."""
    extras = load_json(row.extras)
    return MessageView(
        message_id=row.id,
        conversation_id=row.conversation_id,
        seq=row.seq,
        role=Role(row.role),
        state=MessageState(row.state),
        request_id=row.request_id,
        parts=load_parts(row.parts),
        artifacts=tuple(artifact_view(artifact) for artifact in artifacts),
        provider=row.provider,
        model=row.model,
        stop_reason=row.stop_reason,
        error_code=row.error_code,
        error_message=row.error_message,
        created_at=row.created_at,
        finished_at=row.finished_at,
        suggestions=tuple(extras.get("suggestions", ())),
        truncated_loops=extras.get("truncated"),
    )


def message_views(
    rows: Sequence[MessageRow], artifacts: Iterable[ArtifactRow]
) -> tuple[MessageView, ...]:
    """Messages with their artifacts, in the order of `rows`."""
    kept: dict[str, list[ArtifactRow]] = {}
    for artifact in artifacts:
        kept.setdefault(artifact.message_id, []).append(artifact)
    return tuple(message_view(row, kept.get(row.id, ())) for row in rows)
