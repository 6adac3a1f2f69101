from collections.abc import Sequence

import pytest

from chatapp.domain.errors import InvalidRequest
from chatapp.domain.messages import TextPart
from chatapp.web.openai_bodies import ChatMessage, ContentPart
from chatapp.web.openai_messages import MOST_EARLIER, MOST_EARLIER_CHARS, Told, read_messages


def _read(*messages: tuple[str, str | None]) -> Told:
    return read_messages([ChatMessage(role, text) for role, text in messages])


def _earlier(told: Told) -> Sequence[tuple[str, str]]:
    found = []
    for message in told.earlier:
        (part,) = message.parts
        assert isinstance(part, TextPart)
        found.append((str(message.role), part.text))
    return found


def test_the_last_message_is_the_question() -> None:
    told = _read(("user", "A?"), ("assistant", "B."), ("user", "C?"))
    assert told.question == "C?"
    assert _earlier(told) == [("user", "A?"), ("assistant", "B.")]


def test_system_and_developer_messages_are_the_note() -> None:
    told = _read(("system", "Be brief."), ("user", "A?"), ("developer", "In verse."), ("user", "B"))
    assert told.note == "Be brief.\n\nIn verse."
    assert _earlier(told) == [("user", "A?")]


def test_what_was_said_takes_turns_and_begins_with_the_user() -> None:
    told = _read(
        ("assistant", "Welcome."),
        ("user", "A?"),
        ("user", "And B?"),
        ("assistant", None),
        ("assistant", "C."),
        ("assistant", "D."),
        ("user", "E?"),
    )
    assert _earlier(told) == [("user", "A?\n\nAnd B?"), ("assistant", "C.\n\nD.")]


def test_parts_of_text_are_joined() -> None:
    parts = [ContentPart("text", "What is "), ContentPart("text", "this?")]
    assert read_messages([ChatMessage("user", parts)]).question == "What is this?"


def test_half_characters_are_made_storable() -> None:
    assert "\0" not in _read(("user", "A\0?")).question


@pytest.mark.parametrize("size", [1, MOST_EARLIER_CHARS // MOST_EARLIER + 20])
def test_the_newest_are_kept_and_the_note_says_what_was_left_out(size: int) -> None:
    pairs = [("user", "q" * size), ("assistant", "a" * size)] * MOST_EARLIER
    told = _read(*pairs, ("user", "Now?"))
    kept = _earlier(told)
    assert 0 < len(kept) <= MOST_EARLIER
    assert sum(len(text) for _, text in kept) <= MOST_EARLIER_CHARS
    assert kept[0][0] == "user"
    assert kept[-1][0] == "assistant"
    assert f"its {len(pairs) - len(kept)} oldest messages were left out" in told.note


def test_one_answer_that_is_too_long_leaves_nothing_and_says_so() -> None:
    told = _read(("user", "A?"), ("assistant", "a" * (MOST_EARLIER_CHARS + 1)), ("user", "B?"))
    assert told.earlier == ()
    assert "2 oldest" in told.note


def test_the_size_is_of_everything_that_was_sent() -> None:
    told = _read(("system", "ab"), ("user", "é"), ("assistant", "d"), ("user", "e"))
    assert told.size_bytes == 6


@pytest.mark.parametrize(
    "messages",
    [(), (("user", " "),), (("user", "A"), ("assistant", "B")), (("tool", "1"), ("user", "A"))],
)
def test_a_list_without_a_question_at_its_end_is_refused(
    messages: tuple[tuple[str, str], ...],
) -> None:
    with pytest.raises(InvalidRequest):
        _read(*messages)
