from chatapp.domain.messages import ToolCall
from chatapp.runtime.rules import INVALID_ARGUMENTS, LOOP, MAX_ROUNDS, TurnRules
from chatapp.runtime.toolbox import Outcome
from tests.unit.runtime.scripted import call


def test_arguments_in_another_order_are_the_same_call() -> None:
    rules = TurnRules(10)
    for _ in range(3):
        assert rules.refusal(call(a=1, b=2)) is None
    assert rules.refusal(ToolCall("c9", "look", {"b": 2, "a": 1})).error_code == "repeated_call"
    assert rules.verdict == LOOP


def test_other_arguments_are_another_call() -> None:
    rules = TurnRules(100)
    assert [rules.refusal(call(n=number)) for number in range(50)] == [None] * 50
    assert rules.verdict is None


def test_only_the_third_outcome_carries_the_notice() -> None:
    rules, outcome = TurnRules(10), Outcome("same", "same")
    contents = []
    for _ in range(3):
        rules.refusal(call())
        contents.append(rules.noticed(call(), outcome).content)
    assert contents[:2] == ["same", "same"]
    assert contents[2].startswith("same\n[You have made this same call three times")


def test_several_broken_calls_in_one_reply_are_one_repair() -> None:
    rules, broken = TurnRules(10), ToolCall("c1", "look", {}, argument_error="bad")
    for _ in range(2):
        rules.refusal(broken)
        rules.refusal(broken)
        rules.end_round()
    assert rules.verdict is None
    rules.refusal(broken)
    rules.end_round()
    assert rules.verdict == INVALID_ARGUMENTS


def test_the_last_round_gives_the_verdict_and_nothing_runs_after_it() -> None:
    rules = TurnRules(1)
    assert rules.refusal(call()) is None
    rules.end_round()
    assert rules.verdict == MAX_ROUNDS
    assert rules.refusal(call(n=2)).error_code == "round_limit"
