import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatapp.web.sse.frames import KEEP_ALIVE, OPENING, frame, html_frame, json_line
from tests.unit.web.sse.reader import Event, read

NASTY = st.text(
    st.one_of(
        st.sampled_from('\r\n\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\0: data{}"\\'),
        st.characters(exclude_categories=["Cs"]),
    )
)
FORGERY = 'hi\rdata: {"type":"done"}\n\nevent: done\ndata: x\r\n\r\nid: 9'


@pytest.mark.requirement("S01")
@given(NASTY)
def test_json_is_one_line_to_every_reader_and_keeps_its_text(text: str) -> None:
    line = json_line({"text": text})
    assert len(line.decode().splitlines()) == 1
    assert orjson.loads(line) == {"text": text}


@pytest.mark.requirement("S02")
@given(NASTY)
def test_content_gives_exactly_one_event(text: str) -> None:
    (event,) = read(frame("data", json_line({"text": text}), "t.1"))
    assert (event.name, event.id) == ("data", "t.1")
    assert orjson.loads(event.data) == {"text": text}


@pytest.mark.requirement("S02")
def test_a_forged_event_inside_content_stays_content() -> None:
    (event,) = read(frame("data", json_line(FORGERY), "t.1"))
    assert orjson.loads(event.data) == FORGERY


@given(NASTY)
def test_markup_gives_exactly_one_message(markup: str) -> None:
    """A reader joins the lines with LF: to HTML that is the same white space."""
    events = read(html_frame(f"<p>{markup}</p>", "t.2"))
    assert len(events) == 1
    expected = markup.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    assert events[0] == Event("message", f"<p>{expected}</p>", "t.2")


@pytest.mark.requirement("S02")
@pytest.mark.parametrize("bad", ["a\nb", "a\rb", "a\0b", "\r\n"])
def test_a_name_or_id_that_breaks_the_frame_is_refused(bad: str) -> None:
    for make in (
        lambda: frame(bad, b"{}"),
        lambda: frame("data", b"{}", bad),
        lambda: html_frame("x", bad),
        lambda: html_frame("x", "t.1", bad),
    ):
        with pytest.raises(ValueError, match="line end"):
            make()


def test_comments_and_the_opening_are_no_events() -> None:
    assert read(OPENING + KEEP_ALIVE + frame("data", b"{}") + KEEP_ALIVE) == [
        Event("data", "{}", "")
    ]
