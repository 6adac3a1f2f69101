"""What a turn runs and tells whom: the agent behind a small port, so that tests bring their own."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeAlias

from chatapp.domain.ask import AskRequest
from chatapp.domain.conversations import TurnRef
from chatapp.domain.events import TurnEvent
from chatapp.domain.identity import Owner
from chatapp.domain.messages import Message
from chatapp.domain.turns import MessageState
from chatapp.infra.handle import Infra
from chatapp.runtime import agent
from chatapp.runtime.assemble import assemble


@dataclass(frozen=True, slots=True)
class AgentRun:
    """An answer in the making, and who makes it; closing the events ends it at once."""

    provider: str
    model: str
    events: Generator[TurnEvent, None, None]


Runner: TypeAlias = Callable[[Infra, Owner, AskRequest, tuple[Message, ...]], AgentRun]


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """What a turn came to, for the bill.

    Attributes:
        is_estimate: The provider did not say how many tokens it took.
        error_code: Why it did not complete, else None.
    """

    ref: TurnRef
    state: MessageState
    provider: str | None
    model: str | None
    input_tokens: int
    output_tokens: int
    is_estimate: bool
    duration_s: float
    error_code: str | None


def _nothing() -> None:
    return None


def _no_bill(_outcome: TurnOutcome) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Hooks:
    """What others do at a turn's end; whatever they raise is logged and changes nothing.

    Attributes:
        released: Just before the terminal event, so that whoever sees it finds every slot free.
        settled: After it: counting and billing, which no reader has to wait for.
    """

    released: Callable[[], None] = _nothing
    settled: Callable[[TurnOutcome], None] = _no_bill


NO_HOOKS = Hooks()


def run_agent(
    infra: Infra, owner: Owner, ask: AskRequest, history: tuple[Message, ...]
) -> AgentRun:
    """The real runner: `chatapp.runtime`."""
    request = assemble(infra, ask, history, owner)
    return AgentRun(request.provider.provider_id, request.provider.model, agent.run(request))
