"""A turn that runs in this process: what may end it, and what it has told so far."""

from dataclasses import dataclass, field
from typing import Final

from gevent.event import Event

from chatapp.conversation.endings import DISCONNECTED, Ending
from chatapp.conversation.mirror import Mirror
from chatapp.conversation.prepare import PreparedTurn
from chatapp.conversation.turn_log import TurnLog
from chatapp.domain.ask import AskRequest, OnDisconnect
from chatapp.domain.conversations import TurnRef
from chatapp.domain.errors import TurnTimeout
from chatapp.domain.identity import Owner
from chatapp.domain.json import storable_text
from chatapp.domain.messages import Message, Role, TextPart
from chatapp.domain.turns import MessageState
from chatapp.infra.handle import Infra
from chatapp.infra.locks import TokenLock

FIRST_READER_S: Final = 3.0
"""How long a turn waits for its first reader."""

CANCEL_AFTER_S: Final = 1.0
"""How long an API caller's turn outlives its readers: enough for the same request to come again
after a reset connection and attach (case I01), and well below the five seconds of R01."""

TOO_LONG: Final = (
    "The answer took longer than {seconds} s and was ended; what came so far is kept. Ask a smaller"
    " question, or have CHATAPP_TURN_DEADLINE_S raised."
)


@dataclass(slots=True)
class LiveTurn:
    """One running turn.

    Attributes:
        history: What the conversation has said so far, the question included.
        version: The history's version before this turn.
        started_s: When it began, on the clock's monotonic time, as all times here.
        grace_s: How long it lives on when nobody reads it.
        read_at_s: When somebody read it last, here or in another worker.
        ending: What ends it from outside; the first one counts.
        woken: Set when the turn ended by itself or has to.
    """

    ref: TurnRef
    owner: Owner
    lock: TokenLock
    history: tuple[Message, ...]
    version: int
    mirror: Mirror
    started_s: float
    deadline_s: float
    grace_s: float
    read_at_s: float
    renewed_at_s: float
    ending: Ending | None = None
    woken: Event = field(default_factory=Event)
    provider: str | None = None
    model: str | None = None

    @property
    def log(self) -> TurnLog:
        """Its events."""
        return self.mirror.log

    def end(self, ending: Ending) -> None:
        """Ask the turn to end; it stops its provider and tools and writes its last state."""
        if self.ending is None:
            self.ending = ending
        self.woken.set()

    def check(self, infra: Infra) -> None:
        """End the turn when its deadline has passed or nobody has read it for too long."""
        now_s = infra.clock.monotonic_s()
        if self.log.readers or self.log.was_read:
            self.log.was_read = False
            self.read_at_s = now_s
        if now_s >= self.deadline_s:
            self.end(timed_out(infra))
        elif now_s - self.read_at_s > self.grace_s:
            self.end(DISCONNECTED)


def timed_out(infra: Infra) -> Ending:
    """The ending of a turn whose deadline has passed."""
    message = TOO_LONG.format(seconds=infra.settings.turn_deadline_s)
    return Ending(
        MessageState.FAILED, TurnTimeout.code, message, is_retryable=TurnTimeout.is_retryable
    )


def grace_s(infra: Infra, policy: OnDisconnect) -> float:
    """How long a turn of that policy lives on unread."""
    return CANCEL_AFTER_S if policy is OnDisconnect.CANCEL else float(infra.settings.grace_s)


def make(
    infra: Infra, owner: Owner, ask: AskRequest, prepared: PreparedTurn, lock: TokenLock
) -> LiveTurn:
    """A turn that starts now."""
    now_s = infra.clock.monotonic_s()
    return LiveTurn(
        ref=prepared.ref,
        owner=owner,
        lock=lock,
        history=(*prepared.history, Message(Role.USER, (TextPart(storable_text(ask.question)),))),
        version=prepared.version,
        mirror=Mirror(TurnLog(prepared.ref.turn_id)),
        started_s=now_s,
        deadline_s=now_s + infra.settings.turn_deadline_s,
        grace_s=grace_s(infra, ask.on_disconnect),
        read_at_s=now_s + FIRST_READER_S,
        renewed_at_s=now_s,
    )
