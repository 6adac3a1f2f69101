"""The calls of one model reply: refused by the rules, or run in parallel greenlets.

Every call gets exactly one outcome, also those that are refused, because the next request to the
model must answer every call. Outcomes come in order of completion; the transcript puts them back
under their calls.
"""

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Final

import gevent
from gevent.queue import SimpleQueue

from chatapp.domain.messages import ToolCall
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.rules import TurnRules
from chatapp.runtime.toolbox import Outcome, Toolbox

KILL_WAIT_S: Final = 1.0

Answered = tuple[ToolCall, Outcome]


def answer_calls(
    calls: Sequence[ToolCall],
    *,
    is_cut: bool,
    rules: TurnRules,
    toolbox: Toolbox,
    deadline: Deadline,
) -> Generator[Answered, None, None]:
    """Each call with its outcome: refusals first, then the others as they finish."""
    allowed = []
    for call in calls:
        refused = rules.refusal(call, is_cut=is_cut)
        if refused is None:
            allowed.append(call)
        else:
            yield call, refused
    with closing(run_parallel(allowed, toolbox, deadline)) as answers:
        for call, outcome in answers:
            yield call, rules.noticed(call, outcome)


def run_parallel(
    calls: Sequence[ToolCall], toolbox: Toolbox, deadline: Deadline
) -> Generator[Answered, None, None]:
    """Run all at once; closing the iterator kills what still runs.

    Raises:
        TurnTimeout: the deadline passed; the calls that still ran were killed.
    """
    done: SimpleQueue[Answered] = SimpleQueue()
    greenlets = [gevent.spawn(_run, call, toolbox, done) for call in calls]
    try:
        for _ in calls:
            yield deadline.within(done.get)
    finally:
        gevent.killall(greenlets, block=True, timeout=KILL_WAIT_S)


def _run(call: ToolCall, toolbox: Toolbox, done: "SimpleQueue[Answered]") -> None:
    done.put((call, toolbox.execute(call.name, call.arguments)))
