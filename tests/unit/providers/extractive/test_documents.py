from chatapp.providers.extractive.documents import items, passage, pointers_in, to_read_on
from tests.unit.providers.extractive.evidence import after, block, hits

TRACE = """## How a turn reaches the provider

1. **The page posts.** `web/ask.py: ask_view` parses the request of the browser.
2. **Run.** `start_turn()` gives it to `AgentLoop`.
3. Then `done` is told.

## Data

Other things."""
QUESTION = "How does a turn get from the browser to the provider?"
CODE = block("def turn(): browser()", "a.py", symbol="turn")


def test_the_section_about_the_question_is_the_passage() -> None:
    found = passage(after(QUESTION, hits(CODE, block(TRACE, "docs/trace.md", 20))))
    assert (found.path, found.lines.start, found.lines.end) == ("docs/trace.md", 20, 24)
    situation = after(QUESTION, hits(CODE, block(TRACE, "docs/trace.md", 20)))
    assert list(to_read_on(situation)) == ["docs/trace.md:20-64"]


def test_a_lone_line_is_read_around_but_explains_nothing_itself() -> None:
    line = block("*How does a turn get from the browser to the provider?*", "docs/trace.md", 22)
    found = after(QUESTION, hits(CODE, line))
    assert passage(found) is None
    assert list(to_read_on(found)) == ["docs/trace.md:19-63"]


def test_a_document_that_only_mentions_the_words_is_no_explanation() -> None:
    mention = "# Colours\n\nBlue.\n\nGreen.\n\nA turn, a browser and a provider are mentioned."
    assert passage(after(QUESTION, hits(CODE, block(mention, "docs/a.md")))) is None


def test_a_document_without_most_of_the_words_is_none() -> None:
    assert passage(after(QUESTION, hits(CODE, block("# Turns\n\nA turn.", "docs/a.md")))) is None


def test_changelogs_explain_nothing() -> None:
    assert passage(after(QUESTION, hits(CODE, block(TRACE, "CHANGELOG.md")))) is None


def test_where_questions_need_no_document() -> None:
    found = hits(CODE, block(TRACE, "docs/trace.md"))
    assert passage(after("Where is the turn of the browser and provider?", found)) is None


def test_each_item_has_its_pointers_in_order() -> None:
    assert [item.pointers for item in items(block(TRACE, "a.md"))] == [
        ("web/ask.py::ask_view",),
        ("start_turn", "AgentLoop"),
    ]


def test_only_paths_and_names_are_pointers() -> None:
    text = "`web/sse.py` `Frame.encode` `make run` `done` `HTTP_PORT` `turn_log.py` `a sentence`"
    assert pointers_in(text) == ("web/sse.py", "Frame.encode", "turn_log.py")
