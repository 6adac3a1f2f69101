from chatapp.providers.extractive.order import calls, chain, in_call_order
from tests.unit.providers.extractive.evidence import function

VIEW = function("ask_view", "return start_turn(request)", "web/ask.py")
TURN = function("start_turn", "return agent.run(request)", "conversation/turn.py")
AGENT = function("run", "return stream(request)", "runtime/agent.py")
OTHER = function("unrelated", "run = 1", "x.py")


def test_callers_come_before_what_they_call() -> None:
    blocks = [AGENT, OTHER, TURN, VIEW]
    assert [blocks[place].symbol for place in in_call_order(blocks)] == [
        "unrelated",
        "ask_view",
        "start_turn",
        "run",
    ]


def test_without_calls_the_ranking_stays() -> None:
    assert in_call_order([OTHER, VIEW]) == [0, 1]


def test_a_short_name_counts_only_behind_its_module() -> None:
    assert calls([TURN, AGENT]) == {0: [1], 1: []}
    loose = function("start_turn", "return run(request)", "conversation/turn.py")
    assert calls([loose, AGENT]) == {0: [], 1: []}


def test_two_that_call_each_other_are_still_ordered() -> None:
    ping = function("ping_once", "pong_once()", "a.py")
    pong = function("pong_once", "ping_once()", "b.py")
    assert in_call_order([ping, pong]) == [0, 1]


def test_the_chain_is_the_longest_run_of_calls() -> None:
    blocks = [OTHER, VIEW, TURN, AGENT]
    assert chain(range(4), calls(blocks)) == [1, 2, 3]
    assert chain(range(1), calls([OTHER])) == []
