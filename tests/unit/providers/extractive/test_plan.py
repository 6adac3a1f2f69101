from chatapp.providers.extractive.plan import Wish, next_calls
from tests.unit.providers.extractive.evidence import (
    ALL,
    SEARCH,
    after,
    block,
    function,
    hits,
    page,
    pages,
)
from tests.unit.providers.extractive.test_trail import QUESTION, TOLD

STORE = function("store_session", "pass", "a.py")
WHERE = "Where are sessions stored?"


def test_the_second_round_reads_the_definitions_of_the_best_hits() -> None:
    found = after(WHERE, hits(STORE, function("load", "pass", "b.py")))
    assert next_calls(found, ALL) == (
        Wish("get_context", {"targets": ["a.py::store_session", "b.py::load"]}),
    )


def test_the_third_round_reads_the_best_of_what_was_only_outlined() -> None:
    shown = page(block("x = 1", "b.py"), outline=("3-9 function def store_sessions(db)",))
    found = after(WHERE, hits(STORE), pages(shown))
    assert next_calls(found, ALL) == (Wish("get_context", {"targets": ["b.py::store_sessions"]}),)


def test_a_callers_question_reads_around_the_calls() -> None:
    shown = page(STORE, used_by="b.py:40 send; c.py:1 (possible)")
    found = after("Who calls `store_session`?", pages(shown))
    assert next_calls(found, ALL) == (Wish("get_context", {"targets": ["b.py:38-42", "c.py:1-3"]}),)


def test_a_why_question_reads_the_heads_of_the_files_too() -> None:
    (wish,) = next_calls(after("Why are sessions stored?", hits(STORE)), ALL)
    assert wish.arguments["targets"] == ["a.py", "a.py::store_session"]


def test_a_document_that_explains_is_read_on() -> None:
    (wish,) = next_calls(after(QUESTION, TOLD), ALL)
    assert wish.arguments["targets"][0] == "docs/trace.md:1-45"


def test_a_way_is_followed_call_by_call() -> None:
    shown = page(STORE, uses="db.py:4 write_session")
    found = after("How is a session stored?", hits(STORE), pages(shown))
    assert next_calls(found, ALL) == (Wish("get_context", {"targets": ["db.py::write_session"]}),)


def test_what_is_at_risk_is_searched_for_and_then_judged() -> None:
    asked = "What breaks if the session store changes?"
    assert [wish.tool for wish in next_calls(after(asked), ALL)] == ["search_codebase"]
    assert next_calls(after(asked, hits(STORE)), ALL) == (Wish("get_risk", {"targets": ["a.py"]}),)


def test_there_is_an_end_to_reading() -> None:
    rounds = [hits(STORE)] * 3
    assert next_calls(after(WHERE, *rounds), ALL) == ()
    assert next_calls(after("How is a session stored?", *rounds, *rounds), ALL) == ()


def test_without_a_tool_to_read_with_it_is_time_to_answer() -> None:
    assert next_calls(after(WHERE, hits(STORE)), (SEARCH,)) == ()


def test_a_report_needs_no_second_round() -> None:
    assert next_calls(after("What is this project?", ("get_overview", "3 files")), ALL) == ()
