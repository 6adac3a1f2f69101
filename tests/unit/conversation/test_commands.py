"""Changes that are not turns."""

from collections.abc import Callable

import pytest
from gevent.event import Event

from chatapp.conversation import commands, queries, sharing
from chatapp.conversation.worker import worker
from chatapp.domain.conversations import ConversationFilter
from chatapp.domain.errors import InvalidRequest, NotFound
from chatapp.domain.events import Artifact, Cancelled, ToolFinished
from chatapp.domain.identity import Owner
from chatapp.domain.ids import new_id
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import (
    ALICE,
    BOB,
    ScriptedAgent,
    answer,
    begin,
    question,
    read,
    rows,
    told,
)


@pytest.mark.requirement("H01")
def test_renaming_and_pinning_while_a_turn_ends_lose_nothing(infra: Infra) -> None:
    gate = Event()
    ref = begin(infra, question(), ScriptedAgent(gate)).ref
    commands.rename(infra, ALICE, ref.conversation_id, "  A better\n name ")
    commands.pin(infra, ALICE, ref.conversation_id, is_pinned=True)
    gate.set()
    read(infra, ref.turn_id)
    commands.archive(infra, ALICE, ref.conversation_id, is_archived=True)
    view = queries.get(infra, ALICE, ref.conversation_id)
    assert (view.title, view.is_pinned, view.is_archived) == ("A better name", True, True)
    assert (view.version, view.live_turn_id) == (1, None)
    assert rows(infra, ref.conversation_id)[-1].state == "completed"


@pytest.mark.parametrize("title", ["", "  \n ", "x" * 201])
def test_a_title_must_be_usable(infra: Infra, title: str) -> None:
    ref = answer(infra).ref
    with pytest.raises(InvalidRequest):
        commands.rename(infra, ALICE, ref.conversation_id, title)


def test_a_deleted_conversation_is_gone_until_it_is_restored(infra: Infra) -> None:
    ref = answer(infra).ref
    token = sharing.share(infra, ALICE, ref.conversation_id)
    commands.delete(infra, ALICE, ref.conversation_id)
    for look in (queries.get, queries.messages, commands.delete):
        with pytest.raises(NotFound):
            look(infra, ALICE, ref.conversation_id)
    with pytest.raises(NotFound):
        queries.message(infra, ALICE, ref.turn_id)
    with pytest.raises(NotFound):
        sharing.read_shared(infra, token)
    deleted = queries.list_page(infra, ALICE, ConversationFilter(is_deleted=True)).items
    assert [view.conversation_id for view in deleted] == [ref.conversation_id]
    assert commands.restore(infra, ALICE, ref.conversation_id).deleted_at is None
    assert len(queries.messages(infra, ALICE, ref.conversation_id)) == 2


def test_restoring_what_is_not_deleted_is_not_found(infra: Infra) -> None:
    ref = answer(infra).ref
    with pytest.raises(NotFound):
        commands.restore(infra, ALICE, ref.conversation_id)


def test_deleting_stops_the_turn_that_runs(infra: Infra) -> None:
    agent = ScriptedAgent(Event())
    ref = begin(infra, question(), agent).ref
    commands.delete(infra, ALICE, ref.conversation_id)
    assert told(read(infra, ref.turn_id))[-1] == Cancelled("stopped")
    assert not worker(infra).link.live


def test_an_artifact_is_pinned_and_let_go(infra: Infra) -> None:
    artifact = Artifact(new_id(), "diagram", {})
    agent = ScriptedAgent(ToolFinished("c", "get", "s", "x", artifact))
    ref = answer(infra, agent=agent).ref
    for is_pinned in (True, False):
        commands.pin_artifact(
            infra, ALICE, ref.conversation_id, artifact.artifact_id, is_pinned=is_pinned
        )
        found = queries.artifact(infra, ALICE, ref.conversation_id, artifact.artifact_id)
        assert found.is_pinned is is_pinned


COMMANDS: dict[str, Callable[[Infra, Owner, str], object]] = {
    "rename": lambda infra, owner, one: commands.rename(infra, owner, one, "x"),
    "pin": lambda infra, owner, one: commands.pin(infra, owner, one, is_pinned=True),
    "archive": lambda infra, owner, one: commands.archive(infra, owner, one, is_archived=True),
    "delete": commands.delete,
    "restore": commands.restore,
    "pin artifact": lambda infra, owner, one: commands.pin_artifact(
        infra, owner, one, new_id(), is_pinned=True
    ),
    "share": sharing.share,
    "revoke": sharing.revoke,
}


@pytest.mark.requirement("U01")
@pytest.mark.parametrize("name", COMMANDS)
def test_somebody_elses_conversation_looks_like_none(infra: Infra, name: str) -> None:
    theirs = answer(infra, owner=BOB).ref
    messages = []
    for conversation_id in (theirs.conversation_id, new_id()):
        with pytest.raises(NotFound) as refused:
            COMMANDS[name](infra, ALICE, conversation_id)
        messages.append(str(refused.value))
    assert messages[0] == messages[1]
    assert queries.get(infra, BOB, theirs.conversation_id).title == "What is this?"
