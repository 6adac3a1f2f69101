import pytest

from chatapp.domain.ask import PageContext
from chatapp.domain.events import ToolFinished, ToolStarted
from chatapp.domain.messages import Message, Origin, Role, ToolCallPart
from chatapp.infra.clock import FakeClock
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.grounding import PlannedRead, plan_grounding, run_grounding
from tests.unit.runtime.scripted import echo, tool, toolbox

ALL = ("get_overview", "get_context", "get_risk", "get_why", "get_dead_code")
FILE_READ = PlannedRead("get_context", {"targets": ["a.py"]})


@pytest.mark.parametrize(
    ("page", "read"),
    [
        (PageContext("file", "a.py", "a.py", "file"), FILE_READ),
        (PageContext("wiki", "a.py", "a.py", "file"), FILE_READ),
        (PageContext("symbol", target="A.b"), PlannedRead("get_context", {"targets": ["A.b"]})),
        (PageContext("risk", target="a.py"), PlannedRead("get_risk", {"targets": ["a.py"]})),
        (PageContext("overview"), PlannedRead("get_overview", {})),
        (PageContext("dead_code"), PlannedRead("get_dead_code", {})),
    ],
)
def test_each_page_has_its_read(page: PageContext, read: PlannedRead) -> None:
    assert plan_grounding(page, ALL) == (read,)


@pytest.mark.parametrize("page", [None, PageContext("settings"), PageContext("file")])
def test_pages_that_show_nothing_are_not_read(page: PageContext | None) -> None:
    assert plan_grounding(page, ALL) == ()


def test_what_is_not_offered_is_not_read() -> None:
    assert plan_grounding(PageContext("overview"), ("get_context",)) == ()


def test_what_the_conversation_has_read_is_not_read_again() -> None:
    page = PageContext("file", target="a.py")
    done = ToolCallPart("g1", "get_context", {"targets": ["a.py"]}, 0, Origin.GROUNDING)
    assert plan_grounding(page, ALL, [Message(Role.ASSISTANT, (done,))]) == ()
    other = ToolCallPart("g1", "get_context", {"targets": ["b.py"]})
    assert plan_grounding(page, ALL, [Message(Role.ASSISTANT, (other,))]) == (FILE_READ,)


def test_a_read_goes_through_the_gate_and_says_where_it_came_from() -> None:
    box = toolbox(tool(echo, "get_context"))
    started, ended = run_grounding([FILE_READ], box, Deadline(FakeClock(), 60))
    assert isinstance(started, ToolStarted)
    assert isinstance(ended, ToolFinished)
    assert (started.origin, started.call_id) == ("grounding", ended.call_id)
    assert ended.content == "saw [('targets', ['a.py'])]"


def test_a_read_that_is_not_allowed_fails_like_any_call() -> None:
    _, ended = run_grounding([FILE_READ], toolbox(), Deadline(FakeClock(), 60))
    assert ended.error_code == "invalid_arguments"
