"""Request ids: who asked what under which id, and what came of it.

A claim is a row whose key is unique, written in the same transaction as the two messages. It is
scoped to (owner, route), and remembers a fingerprint of the body, so that the same id with another
question is refused instead of answered with the wrong answer.
"""

import hashlib
from dataclasses import asdict
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select

from chatapp.conversation.codec import dump_json, dump_parts
from chatapp.conversation.models import TURN_CLAIMS
from chatapp.domain.ask import AskRequest
from chatapp.domain.conversations import TurnRef
from chatapp.domain.errors import RequestIdReused
from chatapp.domain.identity import Owner
from chatapp.domain.json import Json
from chatapp.infra.handle import Infra

_ADD: Final = insert(TURN_CLAIMS)
_FIND: Final = select(
    TURN_CLAIMS.c.assistant_message_id, TURN_CLAIMS.c.conversation_id, TURN_CLAIMS.c.fingerprint
).where(TURN_CLAIMS.c.key == bindparam("key"))


def find(infra: Infra, owner: Owner, ask: AskRequest) -> str | None:
    """The turn that already answers this request id, or None.

    Raises:
        RequestIdReused: the id was used for another question or conversation.
    """
    with infra.database.reading() as session:
        claim = session.connection().execute(_FIND, {"key": claim_key(owner, ask)}).one_or_none()
    if claim is None:
        return None
    turn_id, conversation_id, known = claim
    is_elsewhere = ask.conversation_id not in (None, conversation_id)
    if is_elsewhere or known != fingerprint(ask):
        raise RequestIdReused(
            "This request_id was used for another question. Send a new request_id with a new"
            " question; repeat it only to repeat the same request."
        )
    return str(turn_id)


def add(
    connection: Connection, owner: Owner, ask: AskRequest, ref: TurnRef, created_at: datetime
) -> None:
    """Claim the request id for `ref`.

    Raises:
        IntegrityError: somebody else has claimed it.
    """
    values = {
        "key": claim_key(owner, ask),
        "fingerprint": fingerprint(ask),
        "conversation_id": ref.conversation_id,
        "user_message_id": ref.user_message_id,
        "assistant_message_id": ref.assistant_message_id,
        "created_at": created_at,
    }
    connection.execute(_ADD, values)


def claim_key(owner: Owner, ask: AskRequest) -> str:
    """The claim's primary key."""
    return _digest([owner.account_id, owner.actor_id, ask.route, ask.request_id])


def fingerprint(ask: AskRequest) -> str:
    """A hash of what was asked; the conversation is left out, since a first question has none."""
    return _digest(
        [
            ask.question,
            ask.repository_id,
            ask.provider,
            ask.model,
            ask.language,
            ask.time_zone,
            asdict(ask.page) if ask.page else None,
            *_brought(ask),
        ]
    )


def _brought(ask: AskRequest) -> list[Json]:
    """What the caller brought along; nothing for most, whose fingerprints stay what they were."""
    if not ask.earlier and not ask.client_note:
        return []
    return [ask.client_note, [[one.role, dump_parts(one.parts)] for one in ask.earlier]]


def _digest(values: list[Json]) -> str:
    return hashlib.sha256(dump_json(values).encode()).hexdigest()
