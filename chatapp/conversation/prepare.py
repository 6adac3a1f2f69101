"""PrepareTurn: what happens before anything costs money, in its fixed order.

Validate; find the request id; take the conversation's lock; find again; write both messages and the
claim in one transaction; load the history. Whoever comes second with the same request id, at
whatever point, gets the first one's turn. Behind the lock stand the claim's unique key and the
conversation's `live_turn_id`.
"""

from dataclasses import dataclass, replace
from typing import Final

import gevent
from redis import RedisError
from sqlalchemy.exc import IntegrityError

from chatapp.conversation import begin, claims, history, leases, repair, stored
from chatapp.domain.ask import AskRequest, Route
from chatapp.domain.conversations import TurnRef
from chatapp.domain.errors import (
    ConversationBusy,
    DependencyUnavailable,
    InvalidRequest,
    NotFound,
    RequestInProgress,
)
from chatapp.domain.identity import Owner
from chatapp.domain.ids import is_id, is_request_id, new_id
from chatapp.domain.json import storable_text
from chatapp.domain.messages import Message
from chatapp.domain.turns import MessageState, is_terminal_state
from chatapp.infra import locks
from chatapp.infra.handle import Infra
from chatapp.infra.locks import TokenLock

CLAIM_WAITS: Final = 10
CLAIM_WAIT_S: Final = 0.02
"""A lock whose holder has not written its messages yet is looked at again, for 0.2 s."""


@dataclass(frozen=True, slots=True)
class PreparedTurn:
    """A turn that may start, or one that is there already and only needs to be followed.

    Attributes:
        is_replay: It has ended (or files are being made): the model is not called again.
        attach: It is running: follow it.
        history: What the model is told, oldest first, without the question.
        version: That of the history.
        lock: Held for a turn that may start, else None.
    """

    ref: TurnRef
    is_replay: bool = False
    attach: bool = False
    history: tuple[Message, ...] = ()
    version: int = 0
    lock: TokenLock | None = None


def prepare_turn(infra: Infra, owner: Owner, ask: AskRequest) -> PreparedTurn:
    """Claim a question, or find the turn that already answers its request id.

    Raises:
        InvalidRequest: no question, too long a question, or an unusable request id.
        NotFound: the conversation is unknown, deleted, another owner's or another repository's.
        RequestIdReused: the request id was used for another question.
        RequestInProgress: it is being answered now, and the entry does not attach.
        ConversationBusy: another turn of the conversation is running.
        DependencyUnavailable: Redis is down, so nothing can be claimed.
    """
    ask = replace(ask, question=storable_text(ask.question))
    _validate(infra, ask)
    try:
        return _found(infra, owner, ask) or _claimed(infra, owner, ask)
    except RedisError as error:
        raise DependencyUnavailable(
            "Questions cannot be taken now because Redis does not answer; reading still works."
            " Try again in a moment.",
            retry_after_s=5,
        ) from error


def _validate(infra: Infra, ask: AskRequest) -> None:
    if not ask.question.strip():
        raise InvalidRequest("The question is empty. Write what you want to know.")
    longest = infra.settings.max_message_chars
    if len(ask.question) > longest:
        raise InvalidRequest(
            f"The question has {len(ask.question)} characters; the longest allowed is {longest}."
        )
    if not is_request_id(ask.request_id):
        raise InvalidRequest(
            "request_id must be 1 to 128 of the characters A-Z a-z 0-9 . _ : - (a UUID will do)."
        )
    if ask.conversation_id is not None and not is_id(ask.conversation_id):
        raise NotFound


def _found(infra: Infra, owner: Owner, ask: AskRequest) -> PreparedTurn | None:
    """The turn of this request id, mended if nobody owns it any more."""
    turn_id = claims.find(infra, owner, ask)
    if turn_id is None:
        return None
    turn = stored.load(infra, turn_id, owner)
    if is_terminal_state(turn.state):
        return PreparedTurn(turn.ref, is_replay=True)
    turn = repair.settle(infra, turn)
    if turn.state is not MessageState.STREAMING:
        return PreparedTurn(turn.ref, is_replay=True)
    if ask.route is not Route.REPO_CHAT:
        raise RequestInProgress(
            "This request_id is being answered right now. Wait for that answer, or read it at"
            f" /api/turns/{turn_id}/events."
        )
    return PreparedTurn(turn.ref, attach=True)


def _claimed(infra: Infra, owner: Owner, ask: AskRequest) -> PreparedTurn:
    conversation_id = ask.conversation_id or new_id()
    lock = leases.acquire(infra, owner, conversation_id)
    if lock is None:
        return _awaited(infra, owner, ask)
    prepared = None
    try:
        prepared = _found_again(infra, owner, ask) or _begun(
            infra, owner, ask, conversation_id, lock
        )
    except IntegrityError as error:
        prepared = _lost_race(infra, owner, ask, error)
    finally:
        if prepared is None or prepared.lock is None:
            locks.release(infra.redis, lock)
    return prepared


def _found_again(infra: Infra, owner: Owner, ask: AskRequest) -> PreparedTurn | None:
    """What was claimed while the lock was waited for.

    A new conversation's lock is never waited for; two of the same request meet at the claim's key.
    """
    return _found(infra, owner, ask) if ask.conversation_id else None


def _begun(
    infra: Infra, owner: Owner, ask: AskRequest, conversation_id: str, lock: TokenLock
) -> PreparedTurn:
    begun = begin.begin(infra, owner, ask, conversation_id)
    has_past = bool(ask.conversation_id or ask.earlier)
    told = history.load(infra, owner, conversation_id, begun.version) if has_past else ()
    return PreparedTurn(begun.ref, history=told, version=begun.version, lock=lock)


def _awaited(infra: Infra, owner: Owner, ask: AskRequest) -> PreparedTurn:
    """The same request's turn if it is the one that has the lock, perhaps in a moment.

    Raises:
        ConversationBusy: it is another one.
    """
    for _ in range(CLAIM_WAITS):
        found = _found(infra, owner, ask)
        if found:
            return found
        if begin.require(infra, owner, ask).live_turn_id:
            break
        gevent.sleep(CLAIM_WAIT_S)
    raise ConversationBusy(
        "This conversation is still answering. Wait for the answer, stop it, or ask in another"
        " conversation.",
        retry_after_s=2,
    )


def _lost_race(infra: Infra, owner: Owner, ask: AskRequest, error: IntegrityError) -> PreparedTurn:
    """What the request that was faster made of the same request id."""
    found = _found(infra, owner, ask)
    if found is None:
        raise ConversationBusy(
            "Another request changed this conversation at the same moment. Try again.",
            retry_after_s=1,
        ) from error
    return found
