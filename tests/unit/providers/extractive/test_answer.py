import re

import pytest

from chatapp.domain.evidence import parse_evidence
from chatapp.domain.sources import CITATION
from chatapp.providers.extractive.answer import compose
from tests.unit.providers.extractive.evidence import after, block, function, result

VIEW = function("ask_view", "turn = start_turn(request)", "web/ask.py", 10, "Take a question.")
TURN = function("start_turn", "return run_agent(request)", "conversation/turn.py", 20)
AGENT = function("run_agent", "yield from provider", "runtime/agent.py", 30, "Run the loop. Long.")
HITS = ("search_codebase", result(AGENT, TURN, VIEW))


def answer(question: str, *results: tuple[str, str]) -> str:
    return "\n\n".join(compose(after(question, *results)))


def citations(text: str) -> list[tuple[str, int, int]]:
    found = CITATION.finditer(text)
    return [(m["path"], int(m["start"]), int(m["end"] or m["start"])) for m in found]


@pytest.mark.parametrize(
    "question",
    ["How does a question reach the agent?", "问题如何到达 agent？", "Who calls run_agent?"],
)
def test_every_citation_is_inside_the_evidence(question: str) -> None:
    given = {item.path: item.lines for item in parse_evidence(HITS[1])}
    cited = citations(answer(question, HITS))
    assert {path for path, _, _ in cited} == set(given)
    assert all(given[path].start <= first <= last <= given[path].end for path, first, last in cited)


def test_a_how_question_is_answered_along_the_calls() -> None:
    text = answer("How does a question reach the agent?", HITS)
    assert text.startswith("Following the calls: `ask_view` → `start_turn` → `run_agent`.")
    titles = re.findall(r"^\*\*\d\.\*\* \*\*`(\w+)`", text, re.MULTILINE)
    assert titles == ["ask_view", "start_turn", "run_agent"]
    assert "Take a question." in text
    assert "Run the loop." in text
    assert "Long." not in re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def test_quoted_lines_are_the_lines_of_the_evidence() -> None:
    text = answer("How does a question reach the agent?", HITS)
    assert "```python\n" + TURN.content + "\n```" in text


def test_the_answer_says_that_no_model_was_used() -> None:
    assert "without a language model" in answer("How does it start?", HITS)
    assert "没有使用语言模型" in answer("它如何启动？", HITS)


def test_a_chinese_question_is_answered_in_chinese() -> None:
    text = answer("问题如何到达 agent？", HITS)
    assert text.startswith("沿着调用关系")
    assert "### 逐步说明" in text


def test_the_definition_of_what_was_named_leads() -> None:
    text = answer("What does `run_agent` do?", HITS)
    assert text.startswith("`run_agent` is defined at `runtime/agent.py:30-32`. Run the loop.")


def test_a_callers_question_lists_the_lines_that_call() -> None:
    text = answer("Who calls `start_turn`?", HITS)
    assert (
        "### Where `start_turn` is used\n\n- `web/ask.py:12` — `turn = start_turn(request)`" in text
    )


def test_a_report_is_passed_on_under_its_own_heading() -> None:
    text = answer("Which files are the riskiest?", ("get_risk", "## a.py: high risk\n- churn 9"))
    assert text.startswith("### Risk\n\n**a.py: high risk**\n\n- churn 9")


def test_nothing_found_says_so_and_what_to_try() -> None:
    text = answer("How are frobnications stored?", ("search_codebase", "Nothing found."))
    assert "nothing in the index that matches **frobnications, stored**" in text
    assert "overview" in text
    assert citations(text.replace("src/app.py", "")) == []


def test_failed_tools_are_named_instead_of_an_empty_answer() -> None:
    error = '{"error":"The index is not ready yet.","error_code":"index_not_ready"}'
    assert "The index is not ready yet." in answer("How?", ("search_codebase", error))


def test_without_any_tool_the_answer_says_why_it_knows_nothing() -> None:
    assert "no repository or document collection" in answer("How are sessions stored?")


def test_a_block_without_a_symbol_is_quoted_too() -> None:
    text = answer("How is it started?", ("search_codebase", result(block("make run", "README.md"))))
    assert "`README.md:1`" in text
    assert "make run" in text


def test_words_that_no_place_mentions_are_admitted() -> None:
    text = answer("What does `frobnicate` do?", HITS)
    assert text.startswith("Nothing here mentions **frobnicate**. The closest places are these.")
    assert "mentions" not in answer("What does `run_agent` do?", HITS)


def test_a_document_that_explains_is_quoted_first() -> None:
    told = block("# How a question reaches the agent\n\nBy `start_turn`.", "docs/a.md")
    text = answer("How does a question reach the agent?", HITS, ("search_codebase", result(told)))
    assert text.startswith("The documentation explains this, in `docs/a.md:1-3`:\n\n> **How a")


def test_recorded_reasons_answer_a_why_question() -> None:
    adr = block("The agent runs in a turn of its own.", "docs/adr/1.md")
    text = answer("Why does the agent run in a turn?", HITS, ("get_why", result(adr)))
    assert text.startswith("### Recorded reasons\n\n`docs/adr/1.md:1`\n\n> The agent runs")
    silent = answer("Why does the agent run in a turn?", HITS, ("get_why", "No recorded reason."))
    assert silent.startswith("No decision record, comment or commit message says why")


def test_a_greeting_is_answered_with_what_can_be_asked() -> None:
    assert "For example" in answer("hello")
    assert "例如" in answer("你好")


def test_a_document_is_quoted_once() -> None:
    adr = block("The agent runs in a turn of its own.", "docs/adr/1.md")
    found = ("search_codebase", result(AGENT, adr))
    text = answer("Why does the agent run in a turn?", found, ("get_why", result(adr)))
    assert text.count("a turn of its own") == 1
