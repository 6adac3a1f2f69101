from chatapp.providers.extractive.following import call_sites, neighbours
from tests.unit.providers.extractive.evidence import after, function, hits, page, pages

VIEW = function("view", "start()", "web.py")


def test_call_sites_are_the_lines_around_each_use() -> None:
    shown = page(VIEW, used_by="a.py:40 send; b.py:1 (possible)")
    assert list(call_sites(after("Who calls view?", pages(shown)))) == ["a.py:38-42", "b.py:1-3"]


def test_what_the_question_is_about_is_followed_first() -> None:
    shown = page(VIEW, uses="log.py:3 log; turn.py:9 start_turn; db.py:4 query")
    found = after("How is a turn started?", pages(shown))
    assert next(neighbours(found)) == "turn.py::start_turn"


def test_what_a_search_ranks_highly_is_followed_before_what_it_does_not() -> None:
    shown = page(VIEW, uses="log.py:3 log; db.py:4 query")
    found = after("How is tea made?", hits(function("query", "pass", "db.py")), pages(shown))
    assert next(neighbours(found)) == "db.py::query"


def test_what_everybody_uses_is_followed_last() -> None:
    others = [page(function(f"f{n}", "log()", f"f{n}.py"), uses="log.py:3 log") for n in range(4)]
    shown = page(VIEW, uses="log.py:3 log; db.py:4 query")
    assert list(neighbours(after("How is tea made?", pages(shown, *others))))[-1] == "log.py::log"
