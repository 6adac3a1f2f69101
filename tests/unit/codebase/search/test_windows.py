from chatapp.codebase.search.windows import best_window, matching_lines, stems
from chatapp.domain.sources import LineRange

LINES = ["def handler(request):", *["    pass"] * 40, "    store the session cookie", "    return"]


def test_a_span_that_fits_is_taken_whole() -> None:
    assert best_window(LINES, LineRange(2, 5), frozenset(), 10) == LineRange(2, 5)


def test_the_window_holds_most_of_the_words() -> None:
    window = best_window(LINES, LineRange(1, len(LINES)), stems("session cookies stored"), 5)

    assert window.start <= 42 <= window.end
    assert window.end - window.start == 4


def test_without_a_match_the_beginning_is_shown() -> None:
    window = best_window(LINES, LineRange(1, len(LINES)), stems("nothing"), 5)

    assert window == LineRange(1, 5)


def test_matching_lines_are_those_with_a_word_of_the_question() -> None:
    assert matching_lines(LINES, LineRange(1, 43), stems("handlers of cookies")) == {1, 42}
