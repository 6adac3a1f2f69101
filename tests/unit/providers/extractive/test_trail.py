from chatapp.providers.extractive.trail import documented, is_documented, unread
from tests.unit.providers.extractive.evidence import after, block, function, hits, page, pages

TRACE = """## How a turn gets from browser to provider

1. `web/ask.py: ask_view` parses the request of the turn.
2. `turn.py` starts the greenlet of the turn.
3. `run_agent` asks the provider."""
QUESTION = "How does a turn get from the browser to the provider?"
TOLD = hits(block(TRACE, "docs/trace.md"))
VIEW = function("ask_view", "pass", "app/web/ask.py")
START = function("start_greenlet", "pass", "app/turn.py")
AGENT = function("run_agent", "pass", "app/agent.py")


def test_what_the_document_points_at_is_read_with_whole_paths_where_they_are_known() -> None:
    known = hits(block("x = 1", "app/web/ask.py"))
    found = after(QUESTION, TOLD, known)
    assert is_documented(found)
    assert list(unread(found)) == ["app/web/ask.py::ask_view", "turn.py", "run_agent"]


def test_a_path_that_was_not_found_is_completed_by_what_is_similar() -> None:
    missing = ("get_context", "Not found: turn.py (no). Similar: app/turn.py, app/web/turn.py.")
    assert "app/turn.py" in list(unread(after(QUESTION, TOLD, missing)))


def test_of_a_whole_file_the_definition_that_fits_the_item_is_read() -> None:
    outline = ("3-9 function def stop(turn)", "11-20 function def start_greenlet(turn)")
    shown = page(block("x = 1", "app/turn.py"), outline=outline)
    assert "app/turn.py::start_greenlet" in list(unread(after(QUESTION, TOLD, pages(shown))))


def test_the_steps_are_told_in_the_documents_order() -> None:
    outline = ("11-20 function def start_greenlet(turn)",)
    shown = pages(
        page(AGENT), page(START), page(block("x", "app/turn.py"), outline=outline), page(VIEW)
    )
    found = after(QUESTION, TOLD, shown)
    assert [item.symbol for item in documented(found)] == [
        "ask_view",
        "start_greenlet",
        "run_agent",
    ]
    assert list(unread(found)) == []


def test_without_a_document_there_is_no_trail() -> None:
    found = after(QUESTION, hits(VIEW))
    assert not is_documented(found)
    assert list(unread(found)) == []
