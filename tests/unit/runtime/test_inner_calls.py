from chatapp.domain.messages import ToolCall
from chatapp.domain.stream import ToolExecuted
from chatapp.domain.tools import ToolResult
from chatapp.runtime.inner_calls import InnerCalls
from chatapp.runtime.rules import TurnRules
from tests.unit.runtime.scripted import call, echo, tool, toolbox


def test_the_provider_gets_the_text_and_the_event_gets_the_rest() -> None:
    look = tool(lambda _: ToolResult("text", "1 hit", {"a": 1}), artifact_type="x")
    inner = InnerCalls(TurnRules(10), toolbox(look))
    assert inner.execute("look", {}) == {"result": "text"}
    outcome = inner.outcome(call(), ToolExecuted("c1", "look", {"result": "text"}))
    assert (outcome.summary, outcome.artifact.data) == ("1 hit", {"a": 1})


def test_a_failure_is_a_value_for_the_provider() -> None:
    inner = InnerCalls(TurnRules(10), toolbox())
    answer = inner.execute("look", {})
    assert answer["error_code"] == "invalid_arguments"


def test_equal_calls_have_their_outcomes_in_order() -> None:
    numbers = iter(range(10))
    inner = InnerCalls(TurnRules(10), toolbox(tool(lambda _: f"n{next(numbers)}")))
    for _ in range(2):
        inner.execute("look", {"a": 1})
    executed = ToolExecuted("c1", "look", None)
    contents = [inner.outcome(call(a=1), executed).content for _ in range(2)]
    assert contents == ["n0", "n1"]


def test_a_call_that_the_provider_ran_itself_is_told_in_its_own_words() -> None:
    inner = InnerCalls(TurnRules(10), toolbox(tool(echo)))
    executed = ToolExecuted("c1", "shell", {"stdout": "hi"})
    assert inner.outcome(ToolCall("c1", "shell"), executed).content == '{"stdout":"hi"}'
