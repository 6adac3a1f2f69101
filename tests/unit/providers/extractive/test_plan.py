import pytest

from chatapp.providers.extractive.plan import Wish, next_calls
from tests.unit.providers.extractive.evidence import (
    ALL,
    CONTEXT,
    OVERVIEW,
    SEARCH,
    after,
    function,
    offer,
    result,
)


def first(question: str, offered=ALL) -> list[str]:
    return [wish.tool for wish in next_calls(after(question), offered)]


@pytest.mark.parametrize(
    ("question", "tools"),
    [
        ("What is this project?", ["get_overview"]),
        ("Which functions are unused?", ["get_dead_code"]),
        ("What breaks if src/app.py changes?", ["get_risk", "search_codebase"]),
        ("Why is the lock renewed?", ["get_why", "search_codebase"]),
        ("Who calls `encode`?", ["search_codebase", "get_context"]),
        ("How are sessions stored?", ["search_codebase"]),
        ("会话如何存储？", ["search_codebase"]),
    ],
)
def test_the_form_of_the_question_chooses_the_tools(question: str, tools: list[str]) -> None:
    assert first(question) == tools


def test_only_tools_that_are_offered_are_called() -> None:
    assert first("Why is the lock renewed?", (SEARCH,)) == ["search_codebase"]
    assert first("What is this project?", (SEARCH,)) == ["search_codebase"]
    assert first("How are sessions stored?", (OVERVIEW, CONTEXT)) == ["get_overview"]
    assert first("How are sessions stored?", ()) == []


def test_a_tool_that_needs_something_else_is_not_called() -> None:
    assert first("How are sessions stored?", (offer("search_codebase", ("shard",)),)) == []


def test_a_search_gets_the_question_and_never_a_path_filter() -> None:
    (search, read) = next_calls(after("What does encode in src/sse.py do?"), (SEARCH, CONTEXT))
    assert search.arguments == {"query": "What does encode in src/sse.py do?"}
    assert read == Wish("get_context", {"targets": ["src/sse.py"]})


def test_a_chinese_question_is_searched_with_english_words_too() -> None:
    (search,) = next_calls(after("会话锁"), (SEARCH,))
    assert search.arguments == {"query": "会话锁 conversation session lock"}


def test_reasons_are_asked_for_the_file_that_is_named_only() -> None:
    wishes = next_calls(after("Why does `TokenLock` exist?"), ALL)
    assert wishes[0].arguments == {"question": "Why does `TokenLock` exist?"}
    wishes = next_calls(after("Why is src/locks.py so long?"), ALL)
    assert wishes[0].arguments["path"] == "src/locks.py"


def test_the_second_round_reads_the_definitions_of_the_best_hits() -> None:
    hits = result(function("store", "pass", "a.py"), function("load", "pass", "b.py"))
    found = after("How are sessions stored?", ("search_codebase", hits))
    (wish,) = next_calls(found, ALL)
    assert wish == Wish("get_context", {"targets": ["a.py::store", "b.py::load"]})


def test_the_second_round_of_a_callers_question_reads_around_the_calls() -> None:
    page = "## encode (a.py:3-9, Python)\nUsed by: b.py:40 send; c.py:1 (possible)\nUses: d.py:7 x"
    found = after("Who calls `encode`?", ("get_context", page))
    assert next_calls(found, ALL) == (Wish("get_context", {"targets": ["b.py:38-42", "c.py:1-3"]}),)


def test_after_two_rounds_it_is_time_to_answer() -> None:
    hits = result(function("store", "pass", "a.py"))
    found = after("How are sessions stored?", ("search_codebase", hits), ("get_context", hits))
    assert next_calls(found, ALL) == ()


def test_a_report_needs_no_second_round() -> None:
    found = after("What is this project?", ("get_overview", "3 files"))
    assert next_calls(found, ALL) == ()
