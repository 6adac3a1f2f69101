"""The executor for providers that run their tool loop inside their stream (Gemini).

Their calls pass the same rules and the same gate as all others. The outcome of each is kept until
the provider reports the call as executed, so that its event can carry the artifact and the summary
that the provider never sees.
"""

from collections import defaultdict, deque
from collections.abc import Mapping

from chatapp.domain.json import Json
from chatapp.domain.messages import ToolCall
from chatapp.domain.stream import ToolExecuted
from chatapp.runtime.output import dumps, one_line
from chatapp.runtime.rules import TurnRules
from chatapp.runtime.toolbox import Outcome, Toolbox


class InnerCalls:
    """Runs calls for the provider and remembers what each came to."""

    def __init__(self, rules: TurnRules, toolbox: Toolbox) -> None:
        self._rules = rules
        self._toolbox = toolbox
        self._outcomes: defaultdict[str, deque[Outcome]] = defaultdict(deque)

    def execute(self, name: str, arguments: Mapping[str, Json]) -> Json:
        """The `ToolExecutor`: ``{"result"}`` or ``{"error", "error_code"}``, never an exception."""
        call = ToolCall("", name, arguments)
        outcome = self._rules.refusal(call)
        if outcome is None:
            outcome = self._rules.noticed(call, self._toolbox.execute(name, arguments))
        self._outcomes[name + dumps(arguments)].append(outcome)
        if outcome.error_code is None:
            return {"result": outcome.content}
        return {"error": outcome.content, "error_code": outcome.error_code}

    def outcome(self, call: ToolCall, executed: ToolExecuted) -> Outcome:
        """What the executed call came to; from the provider's own words if we did not run it."""
        kept = self._outcomes[call.name + dumps(call.arguments)]
        if kept:
            return kept.popleft()
        content = dumps(executed.result)
        return Outcome(content, one_line(content))
