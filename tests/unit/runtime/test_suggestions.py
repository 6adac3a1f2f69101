from chatapp.domain.ask import PageContext
from chatapp.domain.evidence import Evidence
from chatapp.domain.messages import TextPart, ToolResultPart
from chatapp.domain.sources import LineRange
from chatapp.infra.clock import FakeClock
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.suggestions import follow_ups, page_suggestions
from tests.unit.runtime.scripted import tool, toolbox


def block(path: str, symbol: str = "", kind: str = "function") -> str:
    return Evidence(path, LineRange(1, 2), "a\nb", symbol, kind).render()


def result(*blocks: str) -> ToolResultPart:
    return ToolResultPart("c1", "search_codebase", "\n\n".join(blocks))


def test_at_most_three_questions_about_what_was_found() -> None:
    found = result(block("a.py", "encode"), block("b.py", "decode"), block("c.py", "x"))
    assert follow_ups([TextPart("…"), found], "How does it work?") == (
        "What calls `encode`?",
        "What could break if `a.py` changes?",
        "What does `decode` do, step by step?",
    )


def test_questions_are_in_the_language_of_the_question() -> None:
    assert follow_ups([result(block("a.py", "encode"))], "它怎么工作？") == (
        "哪里调用了 `encode`？",
        "修改 `a.py` 会影响什么？",
    )


def test_what_the_question_named_is_not_suggested_again() -> None:
    found = result(block("a.py", "encode"))
    assert follow_ups([found], "What calls encode in a.py?") == ()


def test_nothing_found_means_no_suggestions() -> None:
    assert follow_ups([result()], "x") == ()
    failed = ToolResultPart("c1", "s", block("a.py"), error_code="tool_failed")
    assert follow_ups([failed], "x") == ()


def test_prose_is_no_symbol_to_ask_callers_of() -> None:
    found = result(block("README.md", "Getting started", "text"))
    assert follow_ups([found], "x") == ("What could break if `README.md` changes?",)


def test_a_page_has_first_questions_from_its_own_read() -> None:
    box = toolbox(tool(lambda _: block("a.py", "encode"), "get_context"))
    page = PageContext("file", target="a.py")
    deadline = Deadline(FakeClock(), 60)
    assert page_suggestions(page, box, deadline, "en") == (
        "What calls `encode`?",
        "What could break if `a.py` changes?",
        "What is in this repository?",
    )
    assert page_suggestions(None, box, deadline, "zh-CN") == (
        "这个仓库里有什么？",
        "改动哪些部分风险最大？",
    )
