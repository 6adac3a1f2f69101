"""What a model may still do in this turn: broken arguments, repeats, the number of rounds.

Counts and decides; runs nothing. Once `verdict` is set no further round is asked for, and the
agent has the model give its final answer without tools.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from chatapp.domain.json import Json
from chatapp.domain.messages import ToolCall
from chatapp.runtime.output import dumps
from chatapp.runtime.toolbox import Outcome, failure

LOOP: Final = "loop"
MAX_ROUNDS: Final = "max_rounds"
INVALID_ARGUMENTS: Final = "invalid_arguments"

MAX_IDENTICAL_CALLS: Final = 3
MAX_REPAIRS: Final = 2

REPEAT_NOTICE: Final = (
    "\n[You have made this same call three times; its result does not change."
    " Answer now, or do something else.]"
)


class TurnRules:
    """The state of one turn; `round` is the number of finished rounds."""

    def __init__(self, max_rounds: int) -> None:
        self.max_rounds = max_rounds
        self.round = 0
        self.verdict: str | None = None
        self._made: Counter[str] = Counter()
        self._repairs = 0
        self._is_round_broken = False

    def refusal(self, call: ToolCall, *, is_cut: bool = False) -> Outcome | None:
        """Why this call must not run, or None when it may; counts it either way."""
        refused = _broken(call, is_cut=is_cut)
        if refused is not None:
            self._is_round_broken = True
            return refused
        if self.verdict == MAX_ROUNDS:
            return _past_the_limit(self.max_rounds)
        return self._repeated(call.name, call.arguments)

    def _repeated(self, name: str, arguments: Mapping[str, Json]) -> Outcome | None:
        key = _key(name, arguments)
        self._made[key] += 1
        if self._made[key] <= MAX_IDENTICAL_CALLS:
            return None
        self.verdict = LOOP
        return failure(
            "This same call was made too often and did not run again. Answer from what is known.",
            "repeated_call",
        )

    def noticed(self, call: ToolCall, outcome: Outcome) -> Outcome:
        """The outcome, with a word to the model when this was the last time the call may run."""
        if self._made[_key(call.name, call.arguments)] < MAX_IDENTICAL_CALLS:
            return outcome
        return replace(outcome, content=outcome.content + REPEAT_NOTICE)

    def end_round(self) -> None:
        """One reply and its calls are done."""
        self.round += 1
        self._repairs += self._is_round_broken
        self._is_round_broken = False
        if self.verdict is None and self._repairs > MAX_REPAIRS:
            self.verdict = INVALID_ARGUMENTS
        if self.verdict is None and self.round >= self.max_rounds:
            self.verdict = MAX_ROUNDS


def _key(name: str, arguments: Mapping[str, Json]) -> str:
    return f"{name} {dumps(arguments)}"


def _broken(call: ToolCall, *, is_cut: bool) -> Outcome | None:
    """The refusal of a call whose arguments did not arrive whole or are not JSON.

    In a reply that was cut no call runs: what parses may still lack its last fields (case P17).
    """
    if is_cut or (call.argument_error or "").startswith("truncated"):
        return failure(
            "The output was cut before the arguments were complete, so the call did not run."
            " Make it again, shorter.",
            "arguments_truncated",
        )
    if call.argument_error is not None:
        return failure(
            f"The arguments are not valid JSON ({call.argument_error}), so the call did not run."
            " Make it again with one JSON object.",
            "arguments_invalid",
        )
    return None


def _past_the_limit(rounds: int) -> Outcome:
    return failure(
        f"The limit of {rounds} rounds is reached. Answer from what is known.", "round_limit"
    )
