import gevent
import pytest
from gevent.event import Event

from chatapp.domain.errors import ContextTooLong, EmptyResponse, ProviderBusy, TurnTimeout
from chatapp.domain.events import (
    GenerateStarted,
    Step,
    ToolCandidates,
    ToolFinished,
    ToolStarted,
    Truncated,
    TurnEvent,
)
from chatapp.domain.messages import Message, ProviderState, Role, TextPart, ToolCall
from chatapp.domain.stream import (
    Notice,
    ReasoningDelta,
    StateKept,
    Stop,
    StopReason,
    TextDelta,
    ToolExecuted,
    ToolRequested,
    Usage,
)
from chatapp.infra.clock import FakeClock
from chatapp.runtime.agent import run
from chatapp.runtime.grounding import PlannedRead
from tests.unit.runtime.scripted import (
    Asked,
    ScriptedProvider,
    call,
    calls,
    echo,
    play,
    plays,
    request,
    says,
    text_of,
    tool,
    toolbox,
)


def finished(events: list[TurnEvent]) -> list[ToolFinished]:
    return [event for event in events if isinstance(event, ToolFinished)]


def distinct_calls(count: int):
    return [calls(call(call_id=f"c{number}", n=number)) for number in range(count)]


def test_an_answer_without_tools_is_told_and_finished() -> None:
    events = play(request(ScriptedProvider([says("Hello.")])))
    assert events == [
        ToolCandidates(("look",)),
        GenerateStarted(),
        TextDelta("Hello."),
        Step("finished", "end_turn"),
    ]


def test_a_tool_round_gives_the_result_back_to_the_model() -> None:
    provider = ScriptedProvider([calls(call(path="a.py")), says("It is a.")])
    events = play(request(provider))
    assert [type(event) for event in events] == [
        ToolCandidates,
        GenerateStarted,
        ToolStarted,
        ToolFinished,
        GenerateStarted,
        TextDelta,
        Step,
    ]
    question, assistant, result = provider.asked[1].messages
    assert question == {"role": "user", "content": "What is it?"}
    assert assistant["tool_calls"][0]["function"]["arguments"] == '{"path":"a.py"}'
    assert result["content"] == "saw [('path', 'a.py')]"


def test_parallel_calls_end_as_they_finish_and_go_back_in_call_order() -> None:
    first_may_end = Event()

    def wait(_arguments: object) -> str:
        first_may_end.wait()
        return "slow"

    def free(_arguments: object) -> str:
        first_may_end.set()
        return "fast"

    box = toolbox(tool(wait, "slow"), tool(free, "fast"))
    provider = ScriptedProvider(
        [calls(call("slow", "c1"), call("fast", "c2")), says("Both were seen.")]
    )
    events = play(request(provider, box))
    assert [event.name for event in finished(events)] == ["fast", "slow"]
    results = [message["content"] for message in provider.asked[1].messages[2:]]
    assert results == ["slow", "fast"]


@pytest.mark.requirement("A03")
def test_a_model_that_repeats_itself_is_stopped_with_an_answer() -> None:
    ran = []
    box = toolbox(tool(lambda arguments: ran.append(arguments) or "the same"))

    def stubborn(asked: Asked):
        if asked.tools:
            yield ToolRequested(call(call_id=f"c{len(provider.asked)}", path="a.py"))
            yield Stop(StopReason.TOOL_USE)
        else:
            yield TextDelta("From what I saw: a.")
            yield Stop(StopReason.END_TURN)

    provider = ScriptedProvider([stubborn])
    events = play(request(provider, box))
    assert len(ran) == 3
    assert "same call three times" in finished(events)[2].content
    assert finished(events)[3].error_code == "repeated_call"
    assert text_of(events) == "From what I saw: a."
    assert events[-1] == Step("finished", "loop")
    assert len(provider.asked) == 5


@pytest.mark.requirement("A04")
def test_the_configured_number_of_rounds_runs() -> None:
    provider = ScriptedProvider([*distinct_calls(10), says("Done.")])
    events = play(request(provider, max_rounds=20))
    assert len(finished(events)) == 10
    assert events[-1] == Step("finished", "end_turn")
    assert not [event for event in events if isinstance(event, Truncated)]


@pytest.mark.requirement("A04")
def test_the_round_limit_ends_in_an_answer_from_what_is_known() -> None:
    provider = ScriptedProvider([*distinct_calls(3), says("What I know so far.")])
    events = play(request(provider, max_rounds=3))
    assert len(finished(events)) == 3
    assert Truncated(3) in events
    assert text_of(events) == "What I know so far."
    assert events[-1] == Step("finished", "max_rounds")
    assert provider.asked[-1].tools == ()
    assert "final answer now" in provider.asked[-1].system_prompt


def test_a_final_answer_that_stays_empty_is_no_exception() -> None:
    def empty(_asked: Asked):
        raise EmptyResponse("nothing")
        yield

    provider = ScriptedProvider([*distinct_calls(1), empty])
    events = play(request(provider, max_rounds=1))
    assert "no final answer" in text_of(events)
    assert events[-1] == Step("finished", "max_rounds")


def test_calls_in_a_final_answer_are_not_taken() -> None:
    provider = ScriptedProvider(
        [*distinct_calls(1), plays(ToolRequested(call()), TextDelta("Enough."), Stop("tool_use"))]
    )
    events = play(request(provider, max_rounds=1))
    assert len([event for event in events if isinstance(event, ToolStarted)]) == 1
    assert text_of(events) == "Enough."


@pytest.mark.requirement("P17")
def test_no_call_of_a_cut_reply_runs() -> None:
    ran = []
    box = toolbox(tool(lambda arguments: ran.append(arguments) or "x"))
    cut = calls(call(path="a.py"), call(call_id="c2"), stop=StopReason.MAX_TOKENS)
    provider = ScriptedProvider([cut, says("Shorter.")])
    events = play(request(provider, box))
    assert ran == []
    assert [event.error_code for event in finished(events)] == ["arguments_truncated"] * 2
    assert "cut" in finished(events)[0].content
    assert events[-1] == Step("finished", "end_turn")


@pytest.mark.requirement("P17")
def test_arguments_that_the_adapter_found_cut_never_run() -> None:
    broken = ToolCall("c1", "look", {}, argument_error="truncated after 14 characters")
    provider = ScriptedProvider([calls(broken), says("Again.")])
    events = play(request(provider))
    assert finished(events)[0].error_code == "arguments_truncated"
    assert provider.asked[1].messages[1]["tool_calls"][0]["function"]["arguments"] == "{}"


@pytest.mark.requirement("A09")
def test_unreadable_arguments_are_named_and_repaired_twice_at_most() -> None:
    broken = [
        calls(ToolCall(f"c{number}", "look", {}, argument_error="Expecting value at 11"))
        for number in range(3)
    ]
    provider = ScriptedProvider([*broken, says("I cannot call it.")])
    events = play(request(provider))
    results = finished(events)
    assert [event.error_code for event in results] == ["arguments_invalid"] * 3
    assert "not valid JSON (Expecting value at 11)" in results[0].content
    assert provider.asked[-1].tools == ()
    assert events[-1] == Step("finished", "invalid_arguments")


def test_a_provider_that_runs_its_own_loop_has_its_calls_told_and_gated() -> None:
    def loop(asked: Asked):
        yield ToolRequested(call(call_id="g1", path="a.py"))
        result = asked.tool_executor("look", {"path": "a.py"})
        yield ToolExecuted("g1", "look", result)
        yield TextDelta(f"Seen: {result['result']}")
        yield Stop(StopReason.END_TURN)

    provider = ScriptedProvider([loop])
    events = play(request(provider))
    assert [type(event) for event in events][2:4] == [ToolStarted, ToolFinished]
    assert finished(events)[0].content == "saw [('path', 'a.py')]"
    assert text_of(events) == "Seen: saw [('path', 'a.py')]"
    assert len(provider.asked) == 1


def test_an_inner_loop_is_bound_by_the_same_rounds() -> None:
    def endless(asked: Asked):
        if not asked.tools:
            yield TextDelta("Stopped.")
            yield Stop(StopReason.END_TURN)
            return
        for number in range(100):
            yield ToolRequested(call(call_id=f"g{number}", n=number))
            yield ToolExecuted(f"g{number}", "look", asked.tool_executor("look", {"n": number}))

    provider = ScriptedProvider([endless])
    events = play(request(provider, max_rounds=2))
    assert [event.error_code for event in finished(events)] == [None, None, "round_limit"]
    assert Truncated(2) in events
    assert text_of(events) == "Stopped."
    rounds = [event.round for event in events if isinstance(event, ToolStarted)]
    assert rounds == [0, 1, 2]


def test_closing_the_run_closes_the_stream_and_kills_running_tools() -> None:
    killed = []

    def hang(_arguments: object) -> str:
        try:
            Event().wait()
        except gevent.GreenletExit:
            killed.append("tool")
            raise
        return "never"

    provider = ScriptedProvider([calls(call("hang", "c1"), call("look", "c2")), says("x")])
    events = run(request(provider, toolbox(tool(hang, "hang"), tool(echo))))
    for event in events:
        if isinstance(event, ToolFinished):
            break
    events.close()
    assert killed == ["tool"]


def test_closing_the_run_in_the_middle_of_text_closes_the_stream() -> None:
    provider = ScriptedProvider([plays(TextDelta("a"), TextDelta("b"), Stop("end_turn"))])
    events = run(request(provider))
    while not isinstance(next(events), TextDelta):
        pass
    events.close()
    assert provider.closed == 1


def test_a_killed_turn_closes_the_stream_at_once() -> None:
    def silent(_asked: Asked):
        Event().wait()
        yield Stop("end_turn")

    provider = ScriptedProvider([silent])
    turn = gevent.spawn(play, request(provider))
    gevent.idle()
    turn.kill()
    assert provider.closed == 1


def test_the_deadline_ends_a_silent_provider() -> None:
    def silent(_asked: Asked):
        yield TextDelta("A beginning")
        Event().wait()

    provider = ScriptedProvider([silent])
    with pytest.raises(TurnTimeout, match="CHATAPP_TURN_DEADLINE_S"):
        play(request(provider, turn_deadline_s=0.02))
    assert provider.closed == 1


def test_the_deadline_is_kept_by_the_clock() -> None:
    clock = FakeClock()

    def slow(_asked: Asked):
        yield TextDelta("one")
        clock.advance(301)
        yield TextDelta("two")

    with pytest.raises(TurnTimeout):
        play(request(ScriptedProvider([slow]), clock=clock))


def test_provider_errors_pass_through_and_what_came_stands() -> None:
    def breaks(_asked: Asked):
        yield TextDelta("half")
        raise ProviderBusy("Overloaded.")

    stream = run(request(ScriptedProvider([breaks])))
    assert [next(stream) for _ in range(3)][-1] == TextDelta("half")
    with pytest.raises(ProviderBusy, match="Overloaded"):
        next(stream)


def test_an_answer_with_nothing_in_it_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(EmptyResponse, match="choose another model"):
        play(request(ScriptedProvider([plays(Stop("end_turn"))])))
    with pytest.raises(EmptyResponse, match="CHATAPP_MAX_TOKENS"):
        play(request(ScriptedProvider([plays(ReasoningDelta("hm"), Stop("max_tokens"))])))


def test_an_empty_last_reply_ends_an_answer_that_was_given_before_the_tools() -> None:
    answered = plays(TextDelta("It is a."), ToolRequested(call()), Stop("tool_use"))
    events = play(request(ScriptedProvider([answered, plays(Stop("end_turn"))])))
    assert events[-1] == Step("finished", "end_turn")


def test_usage_notices_reasoning_and_state_pass() -> None:
    state = StateKept(ProviderState("scripted", "script-1", {"s": 1}))
    said = (ReasoningDelta("hm"), Notice("a", "b"), TextDelta("x"), state, Usage(3, 4))
    events = play(request(ScriptedProvider([plays(*said, Stop("refusal"))])))
    assert [event for event in events if event in said] == list(said)
    assert events[-1] == Step("finished", "refusal")


@pytest.mark.requirement("A07")
def test_a_request_that_is_too_long_after_all_is_trimmed_and_asked_once_more() -> None:
    def refuses(_asked: Asked):
        raise ContextTooLong("too long")
        yield

    old = tuple(
        Message(role, (TextPart("words " * 2000),)) for role in (Role.USER, Role.ASSISTANT) * 3
    )
    provider = ScriptedProvider([refuses, says("Fits.")])
    events = play(request(provider, history=old, context_tokens=24_000))
    assert text_of(events) == "Fits."
    assert [event.code for event in events if isinstance(event, Notice)][-1] == "context_trimmed"
    assert len(provider.asked[1].messages) < len(provider.asked[0].messages)

    with pytest.raises(ContextTooLong):
        play(request(ScriptedProvider([refuses])))


def test_text_that_was_seen_is_never_asked_for_again() -> None:
    def breaks(_asked: Asked):
        yield TextDelta("half")
        raise ContextTooLong("too long")

    provider = ScriptedProvider([breaks, says("again")])
    with pytest.raises(ContextTooLong):
        play(request(provider))
    assert len(provider.asked) == 1


def test_the_open_page_is_read_before_the_model_is_asked() -> None:
    provider = ScriptedProvider([says("This.")])
    events = play(request(provider, reads=(PlannedRead("look", {"targets": ["a.py"]}),)))
    started = next(event for event in events if isinstance(event, ToolStarted))
    assert started.origin == "grounding"
    assert events.index(started) < events.index(GenerateStarted())
    (message,) = provider.asked[0].messages
    assert message["role"] == "user"
    assert "saw [('targets', ['a.py'])]" in message["content"]
