"""What one run of the agent needs, assembled by `chatapp.runtime.assemble` and by tests.

Pure values and bound parts: nothing here reads a setting or looks anything up.
"""

from dataclasses import dataclass

from chatapp.domain.messages import Message
from chatapp.infra.clock import Clock
from chatapp.providers.base import ChatProvider
from chatapp.runtime.grounding import PlannedRead
from chatapp.runtime.toolbox import Toolbox


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a turn may go.

    Attributes:
        max_rounds: Model-tool rounds before a final answer is asked for without tools.
        turn_deadline_s: Longest time for the whole turn.
        max_tokens: Longest answer of the model, tokens.
        context_tokens: The model's window, question and answer together.
    """

    max_rounds: int
    turn_deadline_s: float = 300.0
    max_tokens: int = 8192
    context_tokens: int = 32_768


@dataclass(frozen=True, slots=True)
class AgentRequest:
    """One question for one provider, with what came before and what may be called.

    Attributes:
        history: Earlier messages, oldest first, without the question.
        reads: What the server reads of the open page before the model is asked.
    """

    provider: ChatProvider
    toolbox: Toolbox
    system_prompt: str
    history: tuple[Message, ...]
    question: str
    request_id: str
    limits: Limits
    clock: Clock
    reads: tuple[PlannedRead, ...] = ()
