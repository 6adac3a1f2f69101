from collections.abc import Mapping

import gevent
import pytest

from chatapp.domain.json import Json
from chatapp.domain.messages import ToolCall
from chatapp.domain.stream import ToolExecuted
from chatapp.providers.gemini.chunks import FunctionCall
from chatapp.providers.gemini.execution import execute
from chatapp.providers.gemini.reply import NativeCall

CALLS = [NativeCall(ToolCall(name, name), FunctionCall(name)) for name in ("slow", "quick")]


def test_results_are_told_as_they_come_and_returned_in_call_order() -> None:
    quick_is_done = gevent.event.Event()

    def executor(name: str, arguments: Mapping[str, Json]) -> Json:
        if name == "slow":
            quick_is_done.wait(5)
        else:
            quick_is_done.set()
        return {"from": name}

    running = execute(CALLS, executor)
    told = [next(running), next(running)]
    assert told == [
        ToolExecuted("quick", "quick", {"from": "quick"}),
        ToolExecuted("slow", "slow", {"from": "slow"}),
    ]
    with pytest.raises(StopIteration) as end:
        next(running)
    assert [result for _, result in end.value.value] == [{"from": "slow"}, {"from": "quick"}]


def test_closing_kills_what_still_runs() -> None:
    killed = []

    def executor(name: str, arguments: Mapping[str, Json]) -> Json:
        if name == "quick":
            return None
        try:
            gevent.event.Event().wait()
        except gevent.GreenletExit:
            killed.append(name)
            raise
        return None

    running = execute(CALLS, executor)
    next(running)
    running.close()
    gevent.idle()
    assert killed == ["slow"]
