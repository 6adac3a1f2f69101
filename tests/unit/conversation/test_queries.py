"""Lists and single reads."""

import pytest

from chatapp.conversation import commands, queries
from chatapp.domain.conversations import ConversationFilter
from chatapp.domain.errors import InvalidRequest, NotFound
from chatapp.domain.events import Artifact, Suggestions, ToolFinished, Truncated
from chatapp.domain.ids import new_id
from chatapp.domain.turns import MessageState
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, BOB, ScriptedAgent, answer


def titles(infra: Infra, **wanted: object) -> list[str]:
    page = queries.list_page(infra, ALICE, ConversationFilter(**wanted))  # type: ignore[arg-type]
    return [view.title for view in page.items]


def several(infra: Infra, clock: FakeClock, count: int) -> list[str]:
    made = []
    for number in range(count):
        made.append(answer(infra, f"Q{number}", request_id=f"r-{number}").ref.conversation_id)
        clock.advance(1)
    return made


def test_the_latest_come_first_and_pinned_ones_before_them(infra: Infra, clock: FakeClock) -> None:
    made = several(infra, clock, 3)
    commands.pin(infra, ALICE, made[0], is_pinned=True)
    assert titles(infra) == ["Q0", "Q2", "Q1"]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 50])
def test_pages_joined_are_the_whole_list(infra: Infra, clock: FakeClock, limit: int) -> None:
    made = several(infra, clock, 7)
    for pinned in (made[1], made[4]):
        commands.pin(infra, ALICE, pinned, is_pinned=True)
    joined: list[str] = []
    cursor = None
    while True:
        page = queries.list_page(infra, ALICE, ConversationFilter(cursor=cursor, limit=limit))
        joined += [view.title for view in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert joined == ["Q4", "Q1", "Q6", "Q5", "Q3", "Q2", "Q0"]


def test_conversations_of_the_same_moment_are_all_listed(infra: Infra) -> None:
    for number in range(5):
        answer(infra, f"Q{number}", request_id=f"r-{number}")
    first = queries.list_page(infra, ALICE, ConversationFilter(limit=3))
    rest = queries.list_page(infra, ALICE, ConversationFilter(cursor=first.next_cursor))
    assert len({view.title for view in first.items + rest.items}) == 5


@pytest.mark.parametrize("cursor", ["x", "bm8=", "W10=", "é"])
def test_a_strange_cursor_is_refused(infra: Infra, cursor: str) -> None:
    with pytest.raises(InvalidRequest):
        queries.list_page(infra, ALICE, ConversationFilter(cursor=cursor))


def test_archived_and_deleted_ones_are_listed_when_asked_for(
    infra: Infra, clock: FakeClock
) -> None:
    made = several(infra, clock, 3)
    commands.archive(infra, ALICE, made[0], is_archived=True)
    commands.delete(infra, ALICE, made[1])
    assert titles(infra) == ["Q2"]
    assert titles(infra, is_archived=True) == ["Q0"]
    assert titles(infra, is_deleted=True) == ["Q1"]


def test_only_those_of_the_repository_are_listed(infra: Infra) -> None:
    answer(infra)
    assert titles(infra, repository_id=new_id()) == []


def test_a_message_tells_everything_about_its_answer(infra: Infra) -> None:
    artifact = Artifact(new_id(), "diagram", {"nodes": [1]})
    agent = ScriptedAgent(
        ToolFinished("c", "get", "s", "x", artifact), Truncated(10), Suggestions(("Why?",))
    )
    ref = answer(infra, agent=agent).ref
    view = queries.message(infra, ALICE, ref.turn_id)
    assert view.state is MessageState.COMPLETED
    assert view.artifacts == (artifact,)
    assert (view.suggestions, view.truncated_loops) == (("Why?",), 10)
    assert queries.messages(infra, ALICE, ref.conversation_id)[-1] == view


@pytest.mark.requirement("U01")
@pytest.mark.requirement("F06")
def test_what_is_not_yours_is_not_there(infra: Infra) -> None:
    artifact = Artifact(new_id(), "diagram", {})
    agent = ScriptedAgent(ToolFinished("c", "get", "s", "x", artifact))
    theirs = answer(infra, owner=BOB, agent=agent).ref
    mine = answer(infra).ref
    with pytest.raises(NotFound):
        queries.get(infra, ALICE, theirs.conversation_id)
    with pytest.raises(NotFound):
        queries.messages(infra, ALICE, theirs.conversation_id)
    with pytest.raises(NotFound):
        queries.message(infra, ALICE, theirs.turn_id)
    for conversation_id in (theirs.conversation_id, mine.conversation_id):
        with pytest.raises(NotFound):
            queries.artifact(infra, ALICE, conversation_id, artifact.artifact_id)
    commands.delete(infra, BOB, theirs.conversation_id)
    with pytest.raises(NotFound):
        queries.artifact(infra, BOB, theirs.conversation_id, artifact.artifact_id)
    assert len(titles(infra)) == 1


@pytest.mark.parametrize("strange", ["", "../x", "x" * 500, "\u2400"])
def test_strange_ids_are_not_there(infra: Infra, strange: str) -> None:
    with pytest.raises(NotFound):
        queries.get(infra, ALICE, strange)
    with pytest.raises(NotFound):
        queries.message(infra, ALICE, strange)
