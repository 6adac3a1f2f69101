from datetime import timedelta

import pytest

from chatapp.domain.conversations import SearchHit
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.domain.repositories import IndexProgress, IndexState
from chatapp.web.views.shell import (
    Where,
    conversation_item,
    conversation_url,
    found,
    groups,
    index_note,
    initials,
    repository_item,
    sidebar,
)
from tests.unit.web.views.conftest import NOW, conversation, repository

MEMBER = Principal(PrincipalKind.MEMBER, "a", "m", name="Olga Oak")


def test_conversations_stand_under_when_they_were() -> None:
    listed = [
        conversation("today"),
        conversation("week", updated_at=NOW - timedelta(days=3)),
        conversation("old", updated_at=NOW - timedelta(days=30)),
        conversation("pinned", updated_at=NOW - timedelta(days=90), is_pinned=True),
    ]
    made = groups(listed, Where(), NOW)
    assert [(group.label, group.items[0].title) for group in made] == [
        ("Pinned", "pinned"),
        ("Today", "today"),
        ("Last 7 days", "week"),
        ("Older", "old"),
    ]


def test_empty_groups_are_left_out() -> None:
    assert [group.label for group in groups([conversation()], Where(), NOW)] == ["Today"]
    assert groups([], Where(), NOW) == ()


def test_a_search_shows_the_text_around_each_hit() -> None:
    [group] = found([SearchHit(conversation(), None, "…bees buzz…")], Where())
    assert (group.label, group.items[0].snippet) == ("Found", "…bees buzz…")
    assert found([], Where()) == ()


def test_an_item_says_what_it_is() -> None:
    where = Where(conversation_id="c" * 32)
    item = conversation_item(conversation("", forked_from="x", live_turn_id="t"), where)
    assert (item.title, item.is_fork, item.is_live, item.is_current) == (
        "Untitled",
        True,
        True,
        True,
    )


def test_a_conversation_without_a_repository_still_has_an_address() -> None:
    assert conversation_url(conversation(repository_id=None)).startswith("/repos/none/chat/")


@pytest.mark.parametrize(
    ("name", "letters"), [("Olga Oak", "OO"), ("Cher", "CH"), ("", "?"), ("a b c", "AC")]
)
def test_initials_are_two_letters(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_the_note_says_how_the_index_stands() -> None:
    running = repository(state=IndexState.INDEXING, progress=IndexProgress("files", 1, 2, 64))
    assert index_note(running) == "indexing 64 %"
    assert index_note(repository(state=IndexState.QUEUED)) == "waiting"
    assert index_note(repository(state=IndexState.FAILED)) == "failed"
    assert index_note(repository(branch="")) == "aaaaaaa"
    assert repository_item(running, "r" * 32).state == "run"


def test_new_conversations_begin_in_the_repository_one_is_in() -> None:
    made = sidebar(MEMBER, [repository()], (), Where())
    assert made.new_url == f"/repos/{'r' * 32}/chat"
    assert sidebar(MEMBER, [], (), Where()).new_url == "/repos"
