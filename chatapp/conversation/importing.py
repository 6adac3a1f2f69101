"""Takes back the JSON of `exporting` as a new conversation of the importer's.

The file is a stranger's: every value is checked, ids are made anew, and nothing in it can name
another owner. Order is the file's, whatever its times say (case H02).
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import orjson
from sqlalchemy.orm import Session

from chatapp.conversation.codec import dump_json, dump_parts, read_part
from chatapp.conversation.exporting import FORMAT, VERSION
from chatapp.conversation.models import TITLE_CHARS, ArtifactRow, Conversation, MessageRow
from chatapp.conversation.titles import UNTITLED
from chatapp.conversation.views import conversation_view
from chatapp.domain.conversations import ConversationView
from chatapp.domain.errors import InvalidRequest
from chatapp.domain.identity import Owner
from chatapp.domain.ids import new_id
from chatapp.domain.json import storable_text
from chatapp.domain.messages import (
    Part,
    ReasoningPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from chatapp.domain.turns import MessageState, is_terminal_state
from chatapp.infra.handle import Infra

MOST_MESSAGES: Final = 5000


def import_json(
    infra: Infra, owner: Owner, data: bytes, *, repository_id: str | None = None
) -> ConversationView:
    """Store an exported conversation under new ids.

    Raises:
        InvalidRequest: it is not such a file; the message says what is wrong where.
    """
    document = _document(data)
    now = infra.clock.now()
    made = Conversation(
        id=new_id(),
        account_id=owner.account_id,
        actor_id=owner.actor_id,
        repository_id=repository_id,
        title=storable_text(str(document.get("title") or UNTITLED))[:TITLE_CHARS],
        last_seq=len(document["messages"]),
        created_at=now,
        updated_at=now,
    )
    rows = list(_rows(made.id, document["messages"], now))
    with infra.database.transaction() as session:
        session.add(made)
        session.flush()
        _store(session, rows)
        session.flush()
        return conversation_view(made)


def _document(data: bytes) -> Mapping[str, Any]:
    try:
        document = orjson.loads(data)
    except ValueError as error:
        raise InvalidRequest(f"The file is not JSON: {error}.") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InvalidRequest("The file is not an exported conversation of this product.")
    if document.get("version") != VERSION:
        raise InvalidRequest(f"Only exports of version {VERSION} can be read.")
    messages = document.get("messages")
    if not isinstance(messages, list) or len(messages) > MOST_MESSAGES:
        raise InvalidRequest(f"`messages` must be a list of at most {MOST_MESSAGES} messages.")
    return document


def _rows(
    conversation_id: str, items: Sequence[Any], now: datetime
) -> Iterator[tuple[MessageRow, list[ArtifactRow]]]:
    request_id, before = new_id(), Role.ASSISTANT
    for seq, item in enumerate(items, 1):
        try:
            row, artifacts = _row(item, now), _artifacts(item["artifacts"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InvalidRequest(f"Message {seq} of the file cannot be read: {error!r}.") from error
        if not (row.role == Role.ASSISTANT and before is Role.USER):
            request_id = new_id()
        before = Role(row.role)
        row.conversation_id, row.seq, row.request_id = conversation_id, seq, request_id
        for artifact in artifacts:
            artifact.conversation_id, artifact.message_id = conversation_id, row.id
        yield row, artifacts


def _row(item: Mapping[str, Any], now: datetime) -> MessageRow:
    parts = [_checked(read_part(part)) for part in item["parts"]]
    state = MessageState(item["state"])
    return MessageRow(
        id=new_id(),
        role=Role(item["role"]),
        state=state if is_terminal_state(state) else MessageState.STALE,
        parts=dump_parts(parts),
        text=storable_text("".join(one.text for one in parts if isinstance(one, TextPart))),
        provider=_word(item.get("provider"), 64),
        model=_word(item.get("model"), 200),
        stop_reason=_word(item.get("stop_reason"), 64),
        error_code=_word(item.get("error_code"), 64),
        error_message=_word(item.get("error_message"), 10_000),
        created_at=_moment(item.get("created_at")) or now,
        finished_at=_moment(item.get("finished_at")),
    )


def _checked(part: Part) -> Part:
    """The part, if its fields have the types that the rest of the product relies on."""
    match part:
        case TextPart(str()) | ReasoningPart(str()):
            return part
        case ToolCallPart(str(), str(), Mapping(), int()):
            return part
        case ToolResultPart(str(), str(), str(), str()):
            return part
    raise TypeError(f"a {type(part).__name__} with a field of a wrong type")


def _artifacts(items: Sequence[Mapping[str, Any]]) -> list[ArtifactRow]:
    """One row an artifact id: a file that repeats one has the last."""
    by_id = {storable_text(str(item["artifact_id"]))[:64]: item for item in items}
    return [
        ArtifactRow(
            artifact_id=artifact_id,
            position=position,
            type=storable_text(str(item["type"]))[:64],
            data=dump_json(item["data"]),
        )
        for position, (artifact_id, item) in enumerate(by_id.items())
    ]


def _word(value: object, most: int) -> str | None:
    return None if value is None else storable_text(str(value))[:most]


def _moment(value: str | None) -> datetime | None:
    if value is None:
        return None
    moment = datetime.fromisoformat(value)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _store(session: Session, rows: Sequence[tuple[MessageRow, list[ArtifactRow]]]) -> None:
    session.add_all(row for row, _ in rows)
    session.flush()
    session.add_all(artifact for _, artifacts in rows for artifact in artifacts)
