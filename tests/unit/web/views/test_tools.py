import pytest

from chatapp.web.views.tools import Outcome, duration, finished, main_argument, running, unfinished


@pytest.mark.parametrize(
    ("milliseconds", "shown"),
    [(0, ""), (20, "<0.1 s"), (412, "0.4 s"), (9_960, "10.0 s"), (61_000, "61 s")],
)
def test_durations_are_short(milliseconds: int, shown: str) -> None:
    assert duration(milliseconds) == shown


def test_the_main_argument_is_what_the_call_is_about() -> None:
    assert main_argument({"limit": 5, "query": "bees  and\nwasps"}) == "bees and wasps"
    assert main_argument({"targets": ["a.py", "b.py:1-2"]}) == "a.py, b.py:1-2"
    assert main_argument({"other": "x"}) == "x"
    assert main_argument({"limit": 5}) == ""
    assert main_argument({"query": "x" * 500}).endswith("…")


def test_a_card_goes_from_running_to_done() -> None:
    card = running("d", "search", {"query": "é"})
    assert (card.status, card.duration, card.output) == ("run", "", "")
    assert "é" in card.input
    done = finished("d", "search", {"query": "é"}, Outcome("3 hits", "text", 400, "a1"))
    assert (done.status, done.result, done.artifact_id) == ("done", "3 hits", "a1")


def test_a_failed_call_is_said_in_words_too() -> None:
    card = finished("d", "search", {}, Outcome("", "no", 1, "", "tool_timeout"))
    assert (card.status, card.status_text, card.result) == ("failed", "failed", "tool_timeout")
    assert unfinished("d", "search", {}).status == "failed"


def test_a_huge_output_is_cut_with_a_note() -> None:
    card = finished("d", "search", {}, Outcome("", "x" * 50_000, 1))
    assert len(card.output) < 21_000
    assert card.output.endswith("the artifact has the rest")
