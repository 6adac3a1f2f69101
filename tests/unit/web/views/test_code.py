from chatapp.domain.repositories import FileLines
from chatapp.domain.sources import LineRange
from chatapp.web.views.code import code_lines, code_page, peek
from tests.unit.web.views.conftest import repository


def file(first: int = 1, shown: int = 3, total: int = 3, commit: str = "a" * 40) -> FileLines:
    lines = tuple(f"x = {number}" for number in range(shown))
    return FileLines("src/a.py", commit, "python", first, lines, total, is_cut=False)


def test_lines_are_numbered_from_the_first_and_marked() -> None:
    lines = code_lines(file(first=10), LineRange(11, 12))
    assert [(line.number, line.is_hot) for line in lines] == [(10, False), (11, True), (12, True)]
    assert [line.is_hot for line in code_lines(file(), None)] == [False, False, False]


def test_a_whole_file_has_no_other_pages() -> None:
    page = code_page(repository(), file(), None)
    assert (page.earlier_url, page.later_url, page.is_old) == ("", "", False)
    assert page.ask_url.endswith("about=src/a.py")


def test_a_page_in_the_middle_leads_both_ways() -> None:
    page = code_page(repository(), file(first=2001, shown=2000, total=4500), None)
    assert page.earlier_url.endswith("/src/a.py#L2000")
    assert page.later_url.endswith("/src/a.py?first=4001#L4001")


def test_another_commit_than_the_index_shows_is_old() -> None:
    assert code_page(repository(), file(commit="b" * 40), None).is_old


def test_a_peek_names_its_place_and_commit() -> None:
    shown = peek(repository(), file(first=5), LineRange(6, 6))
    assert (shown.span, shown.commit) == ("6", "garden@aaaaaaa")
    assert shown.url.endswith("/src/a.py#L6")
