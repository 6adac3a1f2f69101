import time

import pytest

from chatapp.codebase.search.patterns import MAX_LINES_PER_FILE, Pattern, scan
from chatapp.domain.errors import InvalidArguments
from tests.unit.codebase.projects import Project


def _everything(_path: str) -> bool:
    return True


def _lines(
    project: Project, source: str, *, is_literal: bool = False, enough: int = 50
) -> list[str]:
    with project.index() as index:
        scanned = scan(index, Pattern(source, is_literal=is_literal), _everything, enough)
    return [f"{hit.path}:{hit.number}" for hit in scanned.hits]


def test_case_counts_only_where_it_is_written() -> None:
    text = b"Load\nload\n"

    assert list(Pattern("load", is_literal=True).positions(text)) == [0, 5]
    assert list(Pattern("Load", is_literal=True).positions(text)) == [0]


def test_signs_mean_themselves_in_literal_text(sample: Project) -> None:
    assert _lines(sample, "dict:", is_literal=True) == [
        "shop/sessions.py:14",
        "shop/sessions.py:24",
    ]


def test_anchors_work_line_by_line(sample: Project) -> None:
    assert _lines(sample, r"^LIMIT = \d+$") == ["shop/settings.py:2"]


def test_a_line_is_told_once_and_a_file_at_most_five_times() -> None:
    assert len(list(Pattern("a", is_literal=True).positions(b"aaaa\naa\nb"))) == 2


def test_few_hits_a_file(sample: Project) -> None:
    hits = [line for line in _lines(sample, "s") if line.startswith("shop/sessions.py")]

    assert len(hits) == MAX_LINES_PER_FILE


def test_a_scan_that_has_enough_says_that_it_stopped(sample: Project) -> None:
    with sample.index() as index:
        scanned = scan(index, Pattern("e", is_literal=True), _everything, 3)

    assert len(scanned.hits) == 3
    assert not scanned.is_complete


def test_the_position_counts_characters(sample: Project) -> None:
    with sample.index() as index:
        (hit,) = scan(index, Pattern("LIMIT", is_literal=True), _everything, 9).hits

    assert (hit.line, hit.position) == ("LIMIT = 10", 0)


@pytest.mark.requirement("D02")
def test_a_pattern_that_explodes_elsewhere_is_quick_here(sample: Project) -> None:
    started = time.monotonic()

    Pattern("(a+)+$", is_literal=False).positions(b"a" * 100_000 + b"!")
    assert not list(Pattern("(a+)+b", is_literal=False).positions(b"a" * 100_000 + b"!"))

    assert time.monotonic() - started < 1


@pytest.mark.parametrize(
    "source", ["(", "[a", "a{2,1}", "(?<=x)y", r"(a)\1", "x" * 2000, "a{9999}"]
)
def test_what_re2_does_not_take_is_an_error_in_words(source: str) -> None:
    with pytest.raises(InvalidArguments, match=r"cannot be used|longer than"):
        Pattern(source, is_literal=False)
