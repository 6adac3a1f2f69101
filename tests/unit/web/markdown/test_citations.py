import pytest

from chatapp.web.markdown.citations import CitationBook, Place
from chatapp.web.markdown.render import render
from tests.unit.web.markdown.fakes import book_of

CHIP = 'class="cite" href="/code/a/b.py#12-20"'


def test_a_citation_in_brackets_becomes_a_number_alone() -> None:
    for text in ("Kept here (a/b.py:12-20).", "Kept here [a/b.py:12-20]."):
        html = render(text, book_of("a/b.py:12-20"))
        assert CHIP in html
        assert "(a/b.py" not in html
        assert 'class="path"' not in html


def test_a_citation_in_the_sentence_keeps_its_path() -> None:
    html = render("See `a/b.py:12-20` for it.", book_of("a/b.py:12-20"))
    assert '<a class="path" href="/code/a/b.py#12-20"' in html
    assert 'a/b.py<span class="line-no">:12-20</span></a>\u2009<a class="cite"' in html
    assert CHIP in html


def test_several_in_one_bracket_are_several_numbers() -> None:
    book = book_of("a.py:1", "b.py:2")
    html = render("x (a.py:1, b.py:2) y", book)
    assert html.count('class="cite"') == 2
    assert [item.number for item in book.cited] == [1, 2]


def test_the_same_place_has_the_same_number() -> None:
    book = book_of("a.py:1", "b.py:2")
    render("(a.py:1) (b.py:2) (a.py:1)", book)
    assert [(item.number, item.place.path) for item in book.cited] == [(1, "a.py"), (2, "b.py")]


@pytest.mark.requirement("Q05")
def test_what_does_not_resolve_is_text_with_a_mark() -> None:
    html = render("See old/gone.py:3 and (old/gone.py:4).", book_of())
    assert '<span class="lost" title="old/gone.py is not in the index">old/gone.py:3</span>' in html
    assert "(<span" in html
    assert "<a" not in html


def test_times_and_ports_are_left_alone() -> None:
    html = render("At 12:30 on localhost:8000.", book_of())
    assert html == "<p>At 12:30 on localhost:8000.</p>\n"


def test_nothing_inside_a_link_is_cited() -> None:
    html = render("[a.py:1](https://e.org)", book_of("a.py:1"))
    assert 'class="cite"' not in html


def test_each_mention_is_looked_up_once() -> None:
    asked: list[str] = []

    def resolve(text: str) -> list[Place]:
        asked.append(text)
        return []

    book = CitationBook(resolve)
    render("a.py:1 a.py:1", book)
    render("a.py:1", book)
    assert asked == ["a.py:1"]
