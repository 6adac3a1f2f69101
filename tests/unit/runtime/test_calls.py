import gevent
import pytest
from gevent.event import Event

from chatapp.domain.errors import TurnTimeout
from chatapp.infra.clock import FakeClock
from chatapp.runtime.calls import answer_calls, run_parallel
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.rules import TurnRules
from tests.unit.runtime.scripted import call, echo, tool, toolbox

PATIENT = Deadline(FakeClock(), 60)


def test_refused_calls_are_answered_before_the_others_run() -> None:
    broken = call("look", "c2")
    rules = TurnRules(10)
    for _ in range(3):
        rules.refusal(broken)
    answers = answer_calls(
        [call("look", "c1", n=1), broken],
        is_cut=False,
        rules=rules,
        toolbox=toolbox(tool(echo)),
        deadline=PATIENT,
    )
    assert [(answered.call_id, outcome.error_code) for answered, outcome in answers] == [
        ("c2", "repeated_call"),
        ("c1", None),
    ]


def test_calls_wait_beside_each_other() -> None:
    both_are_there = Event()
    there = []

    def meet(_arguments: object) -> str:
        there.append(1)
        if len(there) == 2:
            both_are_there.set()
        assert both_are_there.wait(5)
        return "met"

    answers = list(
        run_parallel([call("m", "c1"), call("m", "c2")], toolbox(tool(meet, "m")), PATIENT)
    )
    assert [outcome.content for _, outcome in answers] == ["met", "met"]


def test_the_deadline_kills_what_still_runs() -> None:
    ended = []

    def hang(_arguments: object) -> str:
        try:
            Event().wait()
        finally:
            ended.append(gevent.getcurrent())
        return "never"

    with pytest.raises(TurnTimeout):
        list(run_parallel([call("hang")], toolbox(tool(hang, "hang")), Deadline(FakeClock(), 0.01)))
    assert len(ended) == 1
