from chatapp.providers.extractive.way import way
from tests.unit.providers.extractive.evidence import after, function, hits, page, pages

VIEW = function("ask_view", "start_turn()", "web/ask.py", doc="The browser asks.")
START = function("start_turn", "run_agent()", "conversation/turn.py", doc="Start a turn.")
AGENT = function("run_agent", "stream_chat()", "runtime/agent.py", doc="Run a turn.")
PROVIDER = function("stream_chat", "pass", "providers/base.py", doc="Ask the provider.")
LOG = function("log_error", "pass", "log.py")

READ = pages(
    page(VIEW, uses="conversation/turn.py:10 start_turn; log.py:10 log_error"),
    page(START, uses="runtime/agent.py:10 run_agent; log.py:10 log_error"),
    page(AGENT, uses="providers/base.py:10 stream_chat"),
    page(PROVIDER),
    page(LOG),
)
FOUND = hits(VIEW, START, AGENT, PROVIDER)


def names(question: str, *results: tuple[str, str]) -> list[str]:
    return [block.symbol for block in way(after(question, *results))]


def test_the_way_leads_from_end_to_end() -> None:
    question = "How does a turn get from the browser to the provider?"
    assert names(question, FOUND, READ) == ["ask_view", "start_turn", "run_agent", "stream_chat"]


def test_there_is_no_way_when_no_chain_reaches_the_end() -> None:
    cut = pages(page(VIEW, uses="conversation/turn.py:10 start_turn"), page(START), page(PROVIDER))
    assert names("How does a turn get from the browser to the provider?", FOUND, cut) == []


def test_without_ends_the_chain_that_says_most_is_the_way() -> None:
    assert names("How is a turn started and run?", FOUND, READ)[:3] == [
        "ask_view",
        "start_turn",
        "run_agent",
    ]


def test_what_happens_on_errors_is_beside_the_way() -> None:
    assert "log_error" not in names("How is a turn started?", FOUND, READ)


def test_nothing_that_calls_anything_is_no_way() -> None:
    assert names("How is a turn started?", FOUND, pages(page(LOG))) == []
