import pytest

from chatapp.domain.json import JsonObject
from chatapp.providers.extractive.opening import Wish, first_calls
from chatapp.providers.extractive.question import read
from tests.unit.providers.extractive.evidence import (
    ALL,
    CONTEXT,
    DEAD_CODE,
    OVERVIEW,
    SEARCH,
    offer,
)


def first(question: str, offered=ALL) -> list[Wish]:
    functions: list[JsonObject] = [tool["function"] for tool in offered]
    schemas = {str(function["name"]): function["parameters"] for function in functions}
    return list(first_calls(read(question), schemas))


def tools(question: str, offered=ALL) -> list[str]:
    return [wish.tool for wish in first(question, offered)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("hello", []),
        ("What is this project?", ["get_overview"]),
        ("Which functions are unused?", ["get_dead_code"]),
        ("Which files are the riskiest?", ["get_risk"]),
        ("What breaks if src/app.py changes?", ["get_risk", "get_context"]),
        ("What breaks if the lock changes?", ["search_codebase"]),
        ("Where are sessions stored?", ["search_codebase"]),
        ("Who calls `encode`?", ["search_codebase", "get_context"]),
        ("会话存储在哪里？", ["search_codebase", "search_codebase"]),
    ],
)
def test_the_form_of_the_question_chooses_the_tools(question: str, expected: list[str]) -> None:
    assert tools(question) == expected


def test_only_tools_that_are_offered_are_called() -> None:
    assert tools("Why is the lock renewed?", (SEARCH,)) == ["search_codebase"] * 2
    assert tools("What is this project?", (SEARCH,)) == ["search_codebase"]
    assert tools("Where are sessions stored?", (OVERVIEW, CONTEXT)) == ["get_overview"]
    assert tools("Where are sessions stored?", ()) == []


def test_a_document_collection_is_asked_where_there_is_no_code() -> None:
    rag = offer("rag_search", ("query",), query="string")
    assert first("How are refunds made?", (rag,)) == [
        Wish("rag_search", {"query": "How are refunds made?"})
    ]


def test_a_tool_that_needs_something_else_is_not_called() -> None:
    assert tools("Where is it stored?", (offer("search_codebase", ("shard",)),)) == []


def test_a_search_gets_the_question_and_documents_get_one_of_their_own() -> None:
    search, read_file, documents = first("What does encode in src/sse.py do?")
    assert search.arguments == {"query": "What does encode in src/sse.py do?"}
    assert read_file == Wish("get_context", {"targets": ["src/sse.py"]})
    assert documents.arguments["path"].startswith("*.")


def test_a_chinese_question_is_searched_in_english_first() -> None:
    assert [wish.arguments["query"] for wish in first("会话锁在哪里")] == [
        "conversation session lock",
        "会话锁在哪里",
    ]


def test_reasons_are_asked_for_the_file_that_is_named_only() -> None:
    assert first("Why does `TokenLock` exist?")[0].arguments == {
        "question": "Why does `TokenLock` exist?"
    }
    assert first("Why is src/locks.py so long?")[0].arguments["path"] == "src/locks.py"


def test_a_way_is_searched_from_both_ends() -> None:
    asked = [wish.arguments["query"] for wish in first("How does a turn get from browser to disk?")]
    assert asked[1].startswith("turn browser web")
    assert asked[2].startswith("turn disk file")


def test_all_tiers_of_unused_code_are_asked_for() -> None:
    assert first("有哪些死代码？", (DEAD_CODE,)) == [Wish("get_dead_code", {"tier": "all"})]
