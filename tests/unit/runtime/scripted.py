"""Fakes for the agent: a provider that says what it is told to, and tools that are watched."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from chatapp.domain.events import TurnEvent
from chatapp.domain.json import Json, JsonObject
from chatapp.domain.messages import Message, ToolCall, WireMessage
from chatapp.domain.stream import Stop, StopReason, StreamEvent, TextDelta, ToolRequested
from chatapp.domain.tools import Safety, Tool, ToolExecutor, ToolResult, ToolSpec
from chatapp.infra.clock import Clock, FakeClock
from chatapp.runtime.agent import run
from chatapp.runtime.grounding import PlannedRead
from chatapp.runtime.request import AgentRequest, Limits
from chatapp.runtime.toolbox import Toolbox, ToolPolicy

Script = Callable[["Asked"], Iterator[StreamEvent]]


@dataclass(frozen=True)
class Asked:
    """One call of `stream_chat`."""

    messages: Sequence[WireMessage]
    tools: Sequence[JsonObject]
    system_prompt: str
    max_tokens: int
    tool_executor: ToolExecutor | None


@dataclass
class ScriptedProvider:
    """Plays its scripts one after the other; the last one again and again."""

    scripts: Sequence[Script]
    provider_id: str = "scripted"
    model: str = "script-1"
    asked: list[Asked] = field(default_factory=list)
    closed: int = 0

    def stream_chat(
        self,
        messages: Sequence[WireMessage],
        tools: Sequence[JsonObject],
        system_prompt: str,
        *,
        max_tokens: int = 8192,
        temperature: float = 0.7,
        request_id: str | None = None,
        tool_executor: ToolExecutor | None = None,
    ) -> Iterator[StreamEvent]:
        asked = Asked(messages, tools, system_prompt, max_tokens, tool_executor)
        script = self.scripts[min(len(self.asked), len(self.scripts) - 1)]
        self.asked.append(asked)
        try:
            yield from script(asked)
        finally:
            self.closed += 1


def says(text: str, stop: str = StopReason.END_TURN) -> Script:
    return plays(TextDelta(text), Stop(stop))


def calls(*wanted: ToolCall, stop: str = StopReason.TOOL_USE) -> Script:
    return plays(*map(ToolRequested, wanted), Stop(stop))


def plays(*events: StreamEvent) -> Script:
    return lambda _asked: iter(events)


def call(name: str = "look", call_id: str = "c1", **arguments: Json) -> ToolCall:
    return ToolCall(call_id, name, arguments)


def tool(
    function: Callable[[Mapping[str, Json]], ToolResult | str],
    name: str = "look",
    *,
    properties: JsonObject | None = None,
    required: Sequence[str] = (),
    safety: Safety = Safety.READ,
    artifact_type: str | None = None,
    is_forgiving: bool = False,
) -> Tool:
    def answer(arguments: Mapping[str, Json]) -> ToolResult:
        result = function(arguments)
        return ToolResult(result, "done") if isinstance(result, str) else result

    schema = {"type": "object", "properties": properties or {}, "required": list(required)}
    return Tool(ToolSpec(name, f"{name}.", schema, safety, artifact_type), answer, is_forgiving)


def echo(arguments: Mapping[str, Json]) -> str:
    return f"saw {sorted(arguments.items())}"


def toolbox(*tools: Tool, clock: Clock | None = None, **policy: object) -> Toolbox:
    return Toolbox(tools, ToolPolicy(**policy), clock or FakeClock())  # type: ignore[arg-type]


def request(
    provider: ScriptedProvider,
    box: Toolbox | None = None,
    *,
    question: str = "What is it?",
    history: tuple[Message, ...] = (),
    clock: Clock | None = None,
    reads: tuple[PlannedRead, ...] = (),
    max_rounds: int = 10,
    turn_deadline_s: float = 300,
    context_tokens: int = 32_768,
) -> AgentRequest:
    limits = Limits(max_rounds, turn_deadline_s, context_tokens=context_tokens)
    gate = box if box is not None else toolbox(tool(echo))
    now = clock or FakeClock()
    return AgentRequest(
        provider, gate, "Rules.", history, question, "request-1", limits, now, reads
    )


def play(asked: AgentRequest) -> list[TurnEvent]:
    return list(run(asked))


def text_of(events: Sequence[TurnEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))
