from itertools import pairwise

import pytest

from chatapp.codebase.parse.chunks import MAX_LINES, chunk_code, chunk_document, chunk_text
from chatapp.codebase.parse.extract import extract
from chatapp.codebase.parse.model import Span


def _code(source: str) -> tuple[Span, ...]:
    return chunk_code(source.count("\n"), extract(source, "python").symbols)


def _covers(spans: tuple[Span, ...], lines: int) -> bool:
    meets = all(one.end_line + 1 == following.start_line for one, following in pairwise(spans))
    return meets and spans[0].start_line == 1 and spans[-1].end_line == lines


LONG = "def long():\n" + "    x = 1\n" * 200
TWO = "import a\n\n\ndef one():\n    pass\n\n\n# about two\ndef two():\n    pass\n\n\nrest = 1\n"
FAR = "import a\n" * 20 + "\n\ndef one():\n    pass\n"


@pytest.mark.parametrize("source", [LONG, TWO, FAR, "x = 1\n", "class A:\n    def f(self): pass\n"])
def test_pieces_leave_no_line_out_and_share_none(source: str) -> None:
    assert _covers(_code(source), source.count("\n"))


def test_function_takes_the_few_lines_above_it() -> None:
    assert _code(TWO)[:2] == (Span(1, 5, 0), Span(6, 10, 1))


def test_far_lines_above_a_function_are_a_piece_of_their_own() -> None:
    assert [span[:2] for span in _code(FAR)] == [(1, 22), (23, 24)]


def test_long_function_is_cut_into_equal_pieces_that_keep_its_name() -> None:
    pieces = _code(LONG)
    assert len(pieces) == 3
    assert {piece.symbol for piece in pieces} == {0}
    assert max(piece.end_line - piece.start_line for piece in pieces) < MAX_LINES


def test_inner_function_stays_in_the_outer_one() -> None:
    assert len(_code("def a():\n    def b():\n        pass\n    return b\n")) == 1


def test_document_is_cut_at_its_headings() -> None:
    body = ["text"] * 12
    lines = ["# One", *body, "## Two", *body, "Three", "=====", *body]
    assert [span[:2] for span in chunk_document(lines)] == [(1, 13), (14, 26), (27, 40)]


def test_short_sections_stay_together() -> None:
    assert chunk_document(["# One", "a", "# Two", "b"]) == (Span(1, 4),)


def test_plain_text_is_cut_into_windows() -> None:
    assert chunk_text(0) == ()
    assert _covers(chunk_text(121), 121)
    assert len(chunk_text(121)) == 3
