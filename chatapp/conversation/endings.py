"""How a turn ended: the state that is stored, and the event that readers get for it."""

from dataclasses import dataclass
from typing import Final

from chatapp.domain.errors import ChatappError, InternalError
from chatapp.domain.events import Cancelled, Completed, Failed, TerminalEvent
from chatapp.domain.turns import MessageState


@dataclass(frozen=True, slots=True)
class Ending:
    """A terminal state with its reason; `message` is written for the person who asked."""

    state: MessageState
    code: str | None = None
    message: str | None = None
    is_retryable: bool = False

    def event(self, conversation_id: str, message_id: str) -> TerminalEvent:
        """The one terminal event of a turn that ended so."""
        if self.state is MessageState.COMPLETED:
            return Completed(conversation_id, message_id)
        if self.state is MessageState.CANCELED:
            return Cancelled(self.code or STOPPED.code or "")
        return Failed(self.code or InternalError.code, self.message or "", self.is_retryable)


COMPLETED: Final = Ending(MessageState.COMPLETED)
STOPPED: Final = Ending(MessageState.CANCELED, "stopped")
DISCONNECTED: Final = Ending(MessageState.CANCELED, "disconnected")
SHUT_DOWN: Final = Ending(
    MessageState.FAILED,
    "server_stopping",
    "The server is being restarted; what came so far is kept. Ask again in a moment.",
    is_retryable=True,
)
INTERRUPTED: Final = Ending(
    MessageState.STALE,
    "interrupted",
    "The server stopped in the middle of this answer; what came so far is kept. Ask again.",
    is_retryable=True,
)
LOCK_LOST: Final = Ending(
    MessageState.FAILED,
    "lock_lost",
    "Another turn of this conversation took over while the server was cut off from Redis; what came"
    " so far is kept. Ask again.",
    is_retryable=True,
)
NOT_SAVED: Final = Ending(
    MessageState.FAILED,
    "not_saved",
    "The answer came but could not be saved, because the database did not take it. Ask again in a"
    " moment.",
    is_retryable=True,
)
BROKEN: Final = Ending(
    MessageState.FAILED,
    InternalError.code,
    "Something broke on the server; what came so far is kept. The log has the details.",
)


def from_error(error: ChatappError) -> Ending:
    """The ending of a turn that failed with an error of ours."""
    return Ending(MessageState.FAILED, error.code, error.message, is_retryable=error.is_retryable)
