from chatapp.providers.extractive.reading import definitions_to_read, heads_to_read, outlined
from tests.unit.providers.extractive.evidence import after, block, function, hits, page, pages

STORE = function("store", "pass", "a.py")


def test_definitions_are_read_by_name_and_other_code_by_file() -> None:
    found = after("How?", hits(STORE, block("x = 1", "b.py"), block("text", "README.md")))
    assert list(definitions_to_read(found)) == ["a.py::store", "b.py"]
    assert list(heads_to_read(found)) == ["a.py", "b.py"]


def test_what_has_been_read_is_not_read_again() -> None:
    found = after("How?", hits(STORE), pages(page(STORE)))
    assert list(definitions_to_read(found)) == []


def test_of_an_outline_the_definitions_that_fit_are_read() -> None:
    outline = ("3-9 function def load(key)", "11-20 function def renew_lock(key)")
    shown = page(block("import x", "b.py"), outline=outline)
    found = after("How is the lock renewed?", pages(shown))
    assert list(outlined(found)) == ["b.py::renew_lock"]
    assert list(outlined(after("How is tea made?", pages(shown)))) == []
