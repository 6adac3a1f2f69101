import pytest

from chatapp.domain.errors import ProviderBusy
from chatapp.domain.events import GenerateStarted, ToolStarted
from chatapp.domain.messages import ProviderState, ToolCall
from chatapp.domain.stream import Stop, TextDelta, ToolRequested
from chatapp.infra.clock import FakeClock
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.inner_calls import InnerCalls
from chatapp.runtime.reply import Listener
from chatapp.runtime.rules import TurnRules
from tests.unit.runtime.scripted import call, echo, tool, toolbox


def listener(*, takes_calls: bool = True) -> Listener:
    rules = TurnRules(10)
    inner = InnerCalls(rules, toolbox(tool(echo)))
    return Listener(rules, inner, Deadline(FakeClock(), 60), takes_calls=takes_calls)


def test_a_reply_knows_its_text_its_calls_and_why_it_ended() -> None:
    state = ProviderState("p", "m", {})
    wanted = ToolCall("c1", "look", {"a": 1}, provider_state=state)
    events = (TextDelta("a"), TextDelta("b"), ToolRequested(wanted), Stop("tool_use"))
    ears = listener()
    assert list(ears.follow(lambda: iter(events))) == [
        GenerateStarted(),
        TextDelta("a"),
        TextDelta("b"),
        ToolStarted("c1", "look", {"a": 1}, "model", 0, state),
    ]
    reply = ears.reply
    assert (reply.text, reply.calls, reply.stop_reason) == ("ab", [wanted], "tool_use")


def test_nothing_is_visible_before_the_first_word() -> None:
    def refuses():
        raise ProviderBusy("busy")
        yield

    ears = listener()
    with pytest.raises(ProviderBusy):
        list(ears.follow(refuses))
    assert not ears.reply.is_visible


def test_calls_are_dropped_where_none_are_taken() -> None:
    ears = listener(takes_calls=False)
    assert list(ears.follow(lambda: iter([ToolRequested(call())]))) == [GenerateStarted()]
    assert ears.reply.calls == []


class Stream:
    """A stream that somebody else still holds, so that only `close` ends it."""

    def __init__(self) -> None:
        self.is_closed = False

    def __iter__(self) -> "Stream":
        return self

    def __next__(self) -> TextDelta:
        return TextDelta("more")

    def close(self) -> None:
        self.is_closed = True


def test_a_stream_is_closed_when_its_reader_goes() -> None:
    stream = Stream()
    events = listener().follow(lambda: stream)
    next(events)
    next(events)
    events.close()
    assert stream.is_closed
