from chatapp.providers.extractive.pages import Link, not_found
from chatapp.providers.extractive.pages import pages as read_pages
from tests.unit.providers.extractive.evidence import function, page, pages

ENCODE = function("encode", "pass", "web/sse.py")


def test_links_are_read_with_their_doubts() -> None:
    (shown,) = read_pages(
        page(
            ENCODE, used_by="a.py:3 send; b.py:9 Frame.make (possible); c.py:1", uses="d.py:7 dumps"
        )
    )
    assert (shown.title, shown.path, shown.is_file) == ("encode", "web/sse.py", False)
    assert shown.used_by == (
        Link("a.py", 3, "send"),
        Link("b.py", 9, "Frame.make", is_possible=True),
        Link("c.py", 1, ""),
    )
    assert shown.uses == (Link("d.py", 7, "dumps"),)


def test_an_outline_names_what_is_inside_what() -> None:
    text = (
        "## web/sse.py (web/sse.py:1-90, python)\nOutline:\n- 3-40 class class Frame\n"
        "  - 5-9 method def make(self)\n- 50-60 function def encode(event: Event) -> str\n"
        "- and 3 more"
    )
    (shown,) = read_pages(text)
    assert shown.is_file
    assert [(item.name, item.start, item.end) for item in shown.outline] == [
        ("Frame", 3, 40),
        ("Frame.make", 5, 9),
        ("encode", 50, 60),
    ]


def test_each_target_is_a_page_of_its_own() -> None:
    _, content = pages(page(ENCODE, uses="x.py:1 a"), page(function("send", "pass", "a.py")))
    assert [(shown.title, len(shown.uses)) for shown in read_pages(content)] == [
        ("encode", 1),
        ("send", 0),
    ]


def test_what_was_not_found_comes_with_what_may_have_been_meant() -> None:
    text = "Not found: sse.py (no such). Similar: web/sse.py, web/sse.\nNot found: x (y)."
    assert list(not_found(text)) == [["web/sse.py", "web/sse"]]
