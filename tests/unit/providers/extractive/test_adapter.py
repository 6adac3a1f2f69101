from chatapp.domain.stream import Stop, StopReason, TextDelta, ToolRequested, Usage
from chatapp.providers.extractive.adapter import ExtractiveProvider
from tests.unit.providers.extractive.evidence import ALL, SEARCH, asked, function, result

QUESTION = "How are sessions stored?"
HITS = result(function("store_session", "db.save(session)", "a.py"))


def stream(messages, tools=ALL):
    return list(ExtractiveProvider().stream_chat(messages, tools, "Rules."))


def test_the_first_reply_asks_for_tools() -> None:
    events = stream(asked(QUESTION))
    assert [type(event) for event in events] == [ToolRequested, ToolRequested, Usage, Stop]
    assert events[0].call.name == "search_codebase"
    assert events[-1] == Stop(StopReason.TOOL_USE)


def test_after_the_tools_it_answers_in_many_pieces() -> None:
    events = stream(asked(QUESTION, ("search_codebase", HITS), ("get_context", HITS)))
    deltas = [event.text for event in events if isinstance(event, TextDelta)]
    assert len(deltas) > 5
    assert "store_session" in "".join(deltas)
    assert events[-1] == Stop(StopReason.END_TURN)


def test_without_tools_it_answers_at_once_from_what_is_there() -> None:
    events = stream(asked(QUESTION, ("search_codebase", HITS)), ())
    assert not [event for event in events if isinstance(event, ToolRequested)]
    assert "`a.py:10-11`" in "".join(e.text for e in events if isinstance(e, TextDelta))


def test_call_ids_differ_between_turns() -> None:
    first, second = (stream(asked(QUESTION), (SEARCH,))[0].call.call_id for _ in range(2))
    assert first != second


def test_the_same_evidence_gives_the_same_answer() -> None:
    messages = asked(QUESTION, ("search_codebase", HITS), ("get_context", HITS))
    assert stream(messages) == stream(messages)
