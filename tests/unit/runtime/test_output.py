from chatapp.runtime.output import bounded, dumps, one_line


def test_short_text_stays_as_it_is() -> None:
    assert bounded("abc", 3).text == "abc"
    assert not bounded("abc", 3).is_cut


def test_a_cut_prefers_the_end_of_a_line() -> None:
    text = "a" * 90 + "\n" + "b" * 50
    shown = bounded(text, 100)
    assert shown.is_cut
    assert shown.text.startswith("a" * 90 + "\n[truncated, 90 of 141 chars")


def test_a_line_that_ends_far_before_the_limit_is_no_reason_to_lose_text() -> None:
    shown = bounded("a\n" + "b" * 200, 100)
    assert "[truncated, 100 of 202 chars" in shown.text


def test_characters_outside_the_basic_plane_are_never_halved() -> None:
    shown = bounded("😀" * 200, 99)
    assert (
        shown.text.encode("utf-8").decode("utf-8").startswith("😀" * 99 + "\n[truncated, 99 of 200")
    )


def test_a_summary_is_one_short_line() -> None:
    assert one_line("a\n  b") == "a b"
    assert one_line("x" * 500) == "x" * 199 + "…"


def test_equal_values_are_equal_text_whatever_their_key_order() -> None:
    assert dumps({"b": 1, "a": "好"}) == dumps({"a": "好", "b": 1}) == '{"a":"好","b":1}'
